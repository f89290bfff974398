import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isOpen } from '../../lambdas/contract/archive-entry.ts'
import { LONGEST_SEARCH } from '../../lambdas/contract/limits.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import { cleanName, nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import type { Api } from '../shared/api.ts'
import { Sentences } from '../shared/layout/states.tsx'
import { KEYS } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'
import { type Candidate, type Item, itemName } from './candidates.ts'
import { CONFIRM, UPLOAD } from './texts.ts'

/** The files chosen more than once, and the first chosen item with an earlier entry. */
function useDuplicates(candidate: Candidate) {
  const { api } = useServices()
  const { files, quotes } = splitCandidate(candidate)
  const earlier = useQuery({
    queryKey: [...KEYS.archive, 'same', files.map(({ identity }) => identity)],
    queryFn: () => findEarlier(api, files),
    enabled: files.length > 0,
  })
  return { repeated: findRepeated(files), already: findQuoted(quotes) ?? earlier.data }
}

/** Returns the tag of an item of a list: chosen twice, or the first that already has a finished subtitle. */
export function useTags(candidate: Candidate): (item: Item) => string | undefined {
  const { repeated, already } = useDuplicates(candidate)
  return item => {
    const name = itemName(item)
    if (repeated.some(each => each.name === name)) return CONFIRM.tagRepeated
    return already?.name === name && already.isDone ? CONFIRM.tagAlready : undefined
  }
}

/**
 * Warns if a chosen video or English subtitle already has a Korean subtitle or one in progress, or if a file was chosen
 * more than once. Among several items, the warning names the one it is about.
 */
export function AlreadyThere({ candidate }: { candidate: Candidate }) {
  const { repeated, already } = useDuplicates(candidate)
  const isOnly = candidate.items.length === 1
  if (repeated.length === 0 && !already) return null
  return (
    <div className="note" data-kind="warning" role="note">
      {repeated.map(({ identity, name, times }) => (
        <p key={identity}>
          <Sentences text={UPLOAD.aboutFile(name, CONFIRM.chosenAgain(times))} />
        </p>
      ))}
      {already && (
        <p>
          <Sentences text={isOnly ? textOf(already) : UPLOAD.aboutFile(already.name, textOf(already))} />{' '}
          <Link to={already.isDone ? `/user/${already.key}` : '/user'}>{CONFIRM.toArchive}</Link>
        </p>
      )}
    </div>
  )
}

/** An earlier entry of a chosen file or link. */
interface Earlier {
  key: string
  /** Name of the chosen file, or title of the chosen link. */
  name: string
  isDone: boolean
  isSubtitle?: boolean
}

function textOf({ isDone, isSubtitle }: Earlier): string {
  if (isSubtitle) return isDone ? CONFIRM.alreadySubtitle : CONFIRM.alreadySubtitleUnderWay
  return isDone ? CONFIRM.already : CONFIRM.alreadyUnderWay
}

/** The first link that was submitted before. */
function findQuoted(quotes: readonly RouteResponse<'quoteYoutube'>[]): Earlier | undefined {
  const quote = quotes.find(({ already }) => already)
  return quote?.already && { ...quote.already, name: quote.title }
}

/** Files chosen more than once, each with the number of times. */
function findRepeated(files: readonly ChosenFile[]): (ChosenFile & { times: number })[] {
  const timesOf = new Map<string, number>()
  for (const { identity } of files) timesOf.set(identity, (timesOf.get(identity) ?? 0) + 1)
  return [...timesOf].flatMap(([identity, times]) => {
    const file = files.find(each => each.identity === identity)
    return file && times > 1 ? { ...file, times } : []
  })
}

interface ChosenFile {
  type: 'video' | 'subtitle'
  name: string
  durationSeconds: number
  /** Equal for files that count as the same one. */
  identity: string
}

/** Splits a candidate into the files that still cost tokens and the quotes of its links. */
function splitCandidate({ items }: Candidate) {
  return {
    files: items.flatMap((item): ChosenFile[] => {
      if (item.kind === 'youtube') return []
      const { name, durationSeconds } = item
      if (item.kind === 'subtitle')
        return [{ type: 'subtitle', name, durationSeconds, identity: `${name}|${item.text.length}|${durationSeconds}` }]
      return item.isHeld ? [] : [{ type: 'video', name, durationSeconds, identity: item.fingerprint }]
    }),
    quotes: items.flatMap(item => (item.kind === 'youtube' ? [item.quote] : [])),
  }
}

/** Limit of the files that are looked up, because each takes a request. */
const MOST_LOOKED_UP = 5

/** The newest finished or open entry of one of the files. */
async function findEarlier(api: Api, files: readonly ChosenFile[]): Promise<Earlier | null> {
  for (const file of files.slice(0, MOST_LOOKED_UP)) {
    const { entries } = await api('listArchive', { query: { page: 1, search: file.name.slice(0, LONGEST_SEARCH) } })
    const same = entries.find(entry => isSame(entry, file))
    if (same) return { key: same.key, isDone: same.is_srt, name: file.name, isSubtitle: file.type === 'subtitle' }
  }
  return null
}

/** The server stores no fingerprint; the same name and length are taken for the same file. */
function isSame(entry: EntryView, { type, name, durationSeconds }: ChosenFile): boolean {
  if (entry.type !== type || !(entry.is_srt || isOpen(entry.status))) return false
  return nameOf(entry) === cleanName(name) && Math.abs(entry.duration_seconds - durationSeconds) < 1
}
