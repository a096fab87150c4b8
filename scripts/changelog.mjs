// The sections of CHANGELOG.md.

/**
 * @param {string} changelog
 * @returns {{ title: string, text: string }[]} the sections from the newest on, each with what stands below its title
 */
export function sectionsOf(changelog) {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [title = '', ...lines] = section.split('\n')
      return { title, text: lines.join('\n').trim() }
    })
}

/**
 * What a release misses in the changelog; an empty list if it is ready.
 *
 * @param {string} changelog
 * @param {string} version
 * @returns {string[]} a sentence each
 */
export function changelogProblems(changelog, version) {
  const [unreleased, newest] = sectionsOf(changelog)
  const problems = []
  if (unreleased?.title !== 'Unreleased') problems.push('CHANGELOG.md does not start with a section "Unreleased".')
  else if (unreleased.text !== '')
    problems.push(`CHANGELOG.md has changes below "Unreleased"; move them to the section of ${version}.`)
  const [named, date] = newest?.title.split(' - ') ?? []
  if (named !== version) problems.push(`CHANGELOG.md has no section "${version} - <date>" below "Unreleased".`)
  else if (!/^\d{4}-\d\d-\d\d$/.test(date ?? ''))
    problems.push(`The section of ${version} has no date in CHANGELOG.md.`)
  else if (newest?.text === '') problems.push(`The section of ${version} in CHANGELOG.md is empty.`)
  return problems
}
