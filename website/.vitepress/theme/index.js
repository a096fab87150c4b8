import theme from 'vitepress/theme'
import { editExamples } from './edit-examples.js'
import './theme.css'

export default {
  ...theme,
  enhanceApp() {
    if (!import.meta.env.SSR) editExamples()
  },
}
