/** The answer to a request for a change that is not possible. */
export interface Refusal {
  /** Why nothing was done, as a sentence for the user. */
  readonly refusal: string
}
