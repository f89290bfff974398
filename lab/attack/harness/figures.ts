import type { LivesResult } from './lives.ts'
import type { LoadResult } from './load.ts'
import type { CrowdFigures } from './load-crowd.ts'

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none'

/** Formats the figures of the soak test. */
export function describeLives({ kills, people, left, videos, orders, verified, tally, ...rest }: LivesResult): string {
  const { deaths, mails, broken } = rest
  return [
    `kills             ${kills} (around: ${listed(deaths)})`,
    `people            ${people}, of whom ${left} left`,
    `requests          ${tally.tried}: ${tally.passed} passed, ${tally.refused} refused, ${tally.faulty} failed by a fault, ${tally.cut} cut by a kill`,
    `refusals          ${listed(tally.byCode)}`,
    `videos            ${listed(videos)}; in ${rest.groups} groups and alone`,
    `orders            ${orders}`,
    `ledger verified   ${verified} times while people worked`,
    `mails             ${mails.owed} owed, ${mails.lost.length} lost, ${mails.twice} sent twice, ${mails.overtaken} about a received video overtaken by its end`,
    `promises broken   ${broken.length}`,
    ...broken.slice(0, 50).map(line => `  ${line}`),
  ].join('\n')
}

/** Formats the figures of the load test. */
export function describeLoad({ people, seconds, submissions, reading, submitting, ...rest }: LoadResult): string {
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`
  const answers = ({ answers: { tried, passed, byCode, cut }, slowest }: CrowdFigures): string =>
    `${tried} requests, ${passed} passed; repeated or refused: ${listed({ ...byCode, ...(cut > 0 && { cut }) })}; slowest ${Math.round(slowest)} ms`
  const { stages, peakRss } = rest.memory
  const memory = stages.map(({ name, rss, heapUsed }) => `${megabytes(rss)} (heap ${megabytes(heapUsed)}) ${name}`)
  const inSeconds = (ms: number): string => `${Math.round(ms / 1000)} s`
  return [
    `people at once    ${people} for ${seconds} s: ${answers(reading)}`,
    `submissions       ${submissions} at once: ${answers(submitting)}`,
    `videos            ${listed(rest.videos)}; all sent after ${inSeconds(rest.sentMs)}, all ended after ${inSeconds(rest.endedMs)}`,
    `engines           ${rest.throttled} calls throttled`,
    `memory            ${memory.join(', ')}; peak ${megabytes(peakRss)}`,
    `promises broken   ${rest.broken.length}`,
    ...rest.broken.slice(0, 50).map(line => `  ${line}`),
  ].join('\n')
}
