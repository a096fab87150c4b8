/** What is wrong with an address of a playground that links are made for; undefined if it is good. */
export const problemOfAddress = (address: string): string | undefined =>
  /^https?:\/\/[^\s/#]+\/[^\s#]*$/.test(address)
    ? undefined
    : 'Write an address such as https://example.com/playground/ without a #.'
