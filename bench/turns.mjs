// Measures all participants in turn, so that other load on the machine affects all of them equally.

/**
 * @template {{ id: string, name: string }} Participant
 * @param {readonly Participant[]} participants
 * @param {(participant: Participant, reason: string) => void} drop called when a participant fails; it is left out from
 * then on
 */
export function takeTurns(participants, drop) {
  let active = [...participants]
  /** The samples so far, by participant and name. @type {Map<string, Map<string, number[]>>} */
  const samples = new Map(participants.map(({ id }) => [id, new Map()]))
  return {
    /**
     * Runs one round: calls `work` for each participant in turn, and keeps the returned numbers by name.
     *
     * @param {(participant: Participant) => Promise<Readonly<Record<string, number>>>} work
     */
    async round(work) {
      for (const participant of active) {
        const own = samples.get(participant.id) ?? new Map()
        try {
          for (const [name, number] of Object.entries(await work(participant)))
            own.set(name, [...(own.get(name) ?? []), number])
        } catch (error) {
          drop(participant, error instanceof Error ? error.message : String(error))
          active = active.filter(other => other !== participant)
        }
      }
    },
    /**
     * @param {string} name
     * @param {(numbers: number[]) => number} of combines all numbers into one
     * @returns {Record<string, number | undefined>} the combined number of each participant; undefined if it has none
     */
    figures: (name, of) =>
      Object.fromEntries(
        [...samples].map(([id, own]) => {
          const numbers = own.get(name)
          return [id, numbers && of(numbers)]
        }),
      ),
  }
}
