import { expect, test } from 'vitest'
import { noParams, request, send } from './request.ts'

test('the parameters of a request are an object, with a token or without', async () => {
  const sent: unknown[][] = []
  const sender = {
    sendRequest: async <Result>(...given: unknown[]): Promise<Result> => sent.push(given) as Result,
    sendNotification: async () => undefined,
  }
  const listing = request<string[]>()('recline/list', noParams)
  await send(sender, listing, {})
  await send(sender, listing, {}, 'token')
  expect(sent).toStrictEqual([
    ['recline/list', {}],
    ['recline/list', {}, 'token'],
  ])
})
