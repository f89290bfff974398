import type { LivesResult } from './lives.ts'
import type { LoadResult } from './load.ts'

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none'

/** The figures of many lives, as lines of text. */
export function describeLives({ kills, people, left, videos, orders, verified, tally, ...rest }: LivesResult): string {
  const { deaths, mails, broken } = rest
  return [
    `kills             ${kills} (around: ${listed(deaths)})`,
    `people            ${people}, of whom ${left} left`,
    `requests          ${tally.tried}: ${tally.passed} passed, ${tally.refused} refused, ${tally.faulty} failed by a fault, ${tally.cut} cut by a kill`,
    `refusals          ${listed(tally.byCode)}`,
    `videos            ${listed(videos)}`,
    `orders            ${orders}`,
    `ledger verified   ${verified} times while people worked`,
    `mails             ${mails.owed} owed, ${mails.lost.length} lost, ${mails.twice} sent twice, ${mails.overtaken} about a received video overtaken by its end`,
    `promises broken   ${broken.length}`,
    ...broken.slice(0, 50).map(line => `  ${line}`),
  ].join('\n')
}

/** The figures of the load, as lines of text. */
export function describeLoad({
  people,
  seconds,
  tally,
  slowest,
  submissions,
  videos,
  memory,
  ...rest
}: LoadResult): string {
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`
  const [before, after, end] = memory.map(({ rss }) => megabytes(rss))
  return [
    `people at once    ${people} for ${seconds} s`,
    `requests          ${tally.tried}: ${tally.passed} passed, ${tally.refused} refused, ${tally.faulty} failed, ${tally.cut} unanswered; slowest ${Math.round(slowest)} ms`,
    `refusals          ${listed(tally.byCode)}`,
    `submissions       ${submissions} at once; ${listed(videos)}; all ended after ${Math.round(rest.endedMs / 1000)} s`,
    `engines           ${rest.throttled} calls throttled, none failed a video`,
    `memory            ${before} before, ${after} after the people, ${end} after the submissions`,
    `promises broken   ${rest.broken.length}`,
    ...rest.broken.slice(0, 50).map(line => `  ${line}`),
  ].join('\n')
}
