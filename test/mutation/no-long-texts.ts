// Tests of the time that long texts take are slow, and notice few changes that the other tests do not.
import { beforeEach } from 'vitest'

beforeEach(({ task, skip }) => skip(/\blinear\b/.test(task.name)))
