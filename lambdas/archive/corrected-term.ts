import { BRIEF_TERMS, type Brief, brief, briefTerm } from '../contract/brief.ts'
import { ApiError } from '../contract/errors.ts'
import { faultOfTerm, termKey, tidyTerm } from '../contract/glossary.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { briefKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import type { EntryRef } from '../records/archive.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { untilAnswered } from '../records/transaction.ts'
import { requireUser } from '../records/users.ts'
import { readJsonWithTag, replaceJson } from '../runtime/media-bucket.ts'
import { type ArchiveDeps, requireEntry } from './entries.ts'

/**
 * Corrects the Korean form of a term in the brief, or adds the term. Later requests to the model use the new form and
 * replace the former one. The subtitle's existing texts do not change.
 * @throws ApiError SUSPENDED, NO_VIDEO, NO_BRIEF, TERM_REFUSED with what is wrong, GLOSSARY_FULL, TOO_MANY_REQUESTS.
 */
export async function correctTerm(
  deps: ArchiveDeps,
  ref: EntryRef,
  asked: { english: string; korean: string },
): Promise<{ brief: Brief }> {
  await requireUser(deps.tables, ref.uid)
  const { uid, title } = await requireEntry(deps, ref)
  await spendAllowance(deps.tables, uid, ALLOWANCES.glossary, isoNow(deps))
  const term = tidyTerm(asked)
  const fault = faultOfTerm(term)
  if (fault) throw new ApiError('TERM_REFUSED', { message: fault })
  const key = briefKey(uid, title)
  return untilAnswered(async () => {
    const found = await readJsonWithTag(deps.media, key, brief)
    if (!found) throw new ApiError('NO_BRIEF')
    const corrected = withTerm(found.value, term)
    return (await replaceJson(deps.media, key, corrected, found.tag)) ? { brief: corrected } : undefined
  })
}

function withTerm(known: Brief, { english, korean }: { english: string; korean: string }): Brief {
  const at = known.terms.findIndex(term => termKey(term.english) === termKey(english))
  const former = known.terms[at]
  if (!former) {
    if (known.terms.length >= BRIEF_TERMS) throw new ApiError('GLOSSARY_FULL')
    return { ...known, terms: [...known.terms, briefTerm.parse({ english, korean })] }
  }
  const others = [former.korean, ...former.others].filter(other => other !== korean)
  const terms = known.terms.with(at, { ...former, korean, others: [...new Set(others)].slice(0, 4) })
  return { ...known, terms }
}
