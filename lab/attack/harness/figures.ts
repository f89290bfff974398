import type { LivesResult } from './lives.ts'

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none'

/** Formats the figures of the soak test. */
export function describeLives({ kills, people, left, videos, orders, verified, tally, ...rest }: LivesResult): string {
  const { deaths, emails, broken } = rest
  return [
    `kills             ${kills} (around: ${listed(deaths)})`,
    `people            ${people}, of whom ${left} left`,
    `requests          ${tally.tried}: ${tally.passed} passed, ${tally.refused} refused, ${tally.faulty} failed by a fault, ${tally.cut} cut by a kill`,
    `refusals          ${listed(tally.byCode)}`,
    `videos            ${listed(videos)}; in ${rest.groups} groups and alone`,
    `orders            ${orders}`,
    `ledger verified   ${verified} times while people worked`,
    `emails             ${emails.owed} owed, ${emails.lost.length} lost, ${emails.twice} sent twice, ${emails.overtaken} about a received video overtaken by its end`,
    `promises broken   ${broken.length}`,
    ...broken.slice(0, 50).map(line => `  ${line}`),
  ].join('\n')
}
