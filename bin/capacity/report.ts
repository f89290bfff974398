import { type Limit, type Load, listLimits, type Quotas } from './limits.ts'

const figure = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 })

/** The limits as text: the first that is reached, then all in order. */
export function capacityReport(title: string, quotas: Quotas, load: Load): string {
  const limits = listLimits(quotas, load)
  const [first] = limits
  const rows = limits.map(({ perSecond, atOnce, name, beyond, raise }) => {
    const carried =
      perSecond === undefined
        ? `${figure(atOnce ?? 0)} at once`
        : `${figure(perSecond)}/s, ${figure(perSecond * 3600)}/h`
    return `  ${name}: ${carried}\n      beyond: ${beyond}\n      raised by: ${raise}`
  })
  return `${title}, videos of ${figure(load.minutes)} min\n${first ? `  first limit: ${describe(first)}\n` : ''}${rows.join('\n')}\n`
}

const describe = ({ name, perSecond = 0 }: Limit): string =>
  `${name}, ${figure(perSecond * 3600)} videos an hour for as long as it lasts`
