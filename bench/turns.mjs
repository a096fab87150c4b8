// Measuring in turn: what else the machine does meanwhile then falls on all alike.

/**
 * @template {{ id: string, name: string }} Participant
 * @param {readonly Participant[]} participants
 * @param {(participant: Participant, reason: string) => void} drop hears of one that fails; it takes no further part
 */
export function takeTurns(participants, drop) {
  let active = [...participants]
  /** The samples so far, by participant and name. @type {Map<string, Map<string, number[]>>} */
  const samples = new Map(participants.map(({ id }) => [id, new Map()]))
  return {
    /**
     * One round: does something with every participant, one after the other, and keeps the numbers it gives by name.
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
     * @param {(numbers: number[]) => number} of how many numbers become one
     * @returns {Record<string, number | undefined>} what was kept by a name, by participant; undefined where nothing
     *   was
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
