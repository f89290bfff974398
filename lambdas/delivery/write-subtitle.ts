import { differencesBySentence, PROFILES, unheardBySentence, withSounds, withSpeakerNames } from '#subtitle-engine'
import {
  buildDraft,
  buildProject,
  cutDraft,
  type Draft,
  type SubtitleFiles,
  type TranslatedSentence,
  writeFiles,
} from '#subtitle-engine/edit'
import type { ArchiveEntry, Certificate } from '../contract/archive-entry.ts'
import { type Brief, brief } from '../contract/brief.ts'
import { type CheckFile, checkFile, type Finding } from '../contract/finding.ts'
import {
  briefKey,
  mediaProbe,
  projectKey,
  type SentenceFile,
  sentenceFile,
  type TranslationFile,
  translationFile,
  workKey,
} from '../contract/media-objects.ts'
import { isPlaceholder } from '../contract/placeholders.ts'
import type { ProjectFile } from '../contract/project.ts'
import { isoNow } from '../contract/time.ts'
import type { StepInput } from '../contract/workflow.ts'
import { moveEntry, openEntry, readEntry } from '../records/archive.ts'
import { type BaseDeps, baseDeps } from '../records/base-deps.ts'
import { deliver } from '../records/ledger/index.ts'
import { addProcessingTime } from '../records/processing-times.ts'
import { firstCues, subtitleFileKeys, writeSubtitleFiles } from '../records/subtitle-files.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { logCounted } from '../runtime/log.ts'
import { type MediaBucket, readJson, removeObjects, requireJson, writeJson } from '../runtime/media-bucket.ts'
import { BusinessError } from '../runtime/step.ts'
import { withoutKeptTerms } from './kept-english.ts'

/** Dependencies of the step that writes the subtitle. */
export interface DeliveryDeps extends BaseDeps {
  /** Names of the translator and of the model that checks the meaning, for the certificate. */
  engines: { translator: string; meaningCheck?: string }
}

export function deliveryDepsFromEnvironment(): DeliveryDeps {
  const { TRANSLATED_BY, CHECKED_BY } = readEnvironment('TRANSLATED_BY', 'CHECKED_BY')
  const engines = { translator: TRANSLATED_BY, ...(CHECKED_BY !== 'none' && { meaningCheck: CHECKED_BY }) }
  return { ...baseDeps(), engines }
}

/**
 * Cuts, inspects and stores the subtitle of an entry and marks the entry as done. If the entry was refunded in the
 * meantime, the stored files are removed again.
 * @throws BusinessError NO_SPEECH if there are no cues, BAD_TRANSLATION if the translator of most sentences is
 * unreliable or too many sentences are untranslated
 */
export async function writeSubtitle({ tables, media, now, engines }: DeliveryDeps, ref: StepInput): Promise<void> {
  const entry = await openEntry(tables, ref)
  if (!entry) return
  const at = isoNow({ now })
  await moveEntry(tables, ref, { from: ['translating'], to: 'writing', at })
  const file = await requireJson(media, workKey(ref.uid, ref.key, 'sentences.json'), sentenceFile)
  const probe = await requireJson(media, workKey(ref.uid, ref.key, 'probe.json'), mediaProbe)
  const translations = withoutKeptTerms(file, await readTranslations(media, ref, file))
  const check = await readCheck(media, ref, file)
  refuseUnreliable(translations)
  const profile = PROFILES[entry.profile]
  const draft = buildDraft(shownSentences({ file, translations, findings: check.findings }, profile.sounds), {
    durationMs: probe.durationMs,
    register: entry.register,
  })
  const cut = cutDraft(draft, profile)
  if (cut.cues.length === 0) throw new BusinessError('NO_SPEECH', 'there are no cues')
  const known = await readJson(media, workKey(ref.uid, ref.key, 'brief.json'), brief)
  const files = writeFiles(cut)
  const keys = await store(media, entry, { draft, files, known })
  const all = Object.values(translations)
  const untranslated = all.filter(isUntranslated).length
  // Where only the checks rejected the model's text, the model did answer.
  const steppedIn = all.filter(each => each.steppedIn && !each.isRejected && !isUntranslated(each)).length
  const certificate: Certificate = {
    ...cut.certificate,
    source: file.source,
    rehearsal: file.rehearsal || all.some(each => isPlaceholder(each.korean) && !isUntranslated(each)),
    ...(steppedIn > 0 && { steppedIn }),
    ...(untranslated > 0 && { untranslated }),
    ...(file.script && { script: { confirmed: file.script.confirmed, of: file.script.of } }),
    ...namedEngines(file, { translations, check }, engines),
  }
  const delivery = { srt_title: `${entry.title}.srt`, certificate, first_cues: firstCues(files.preview), at }
  if (await deliver(tables, ref, delivery)) {
    const waitedMinutes = Math.round((now() - Date.parse(entry.video_upload_time)) / 600) / 100
    const { cues, kept } = certificate
    if (entry.heard_at !== undefined)
      await addProcessingTime(tables, {
        length: entry.duration_seconds,
        took: (now() - Date.parse(entry.heard_at)) / 1000,
      })
    logCounted('delivery', 'video', 'subtitle delivered', { waitedMinutes, cues, kept })
    return
  }
  const closed = await readEntry(tables, ref)
  if (closed?.status !== 'done') await removeObjects(media, keys)
}

/** Names of the engines that transcribed, translated and checked the sentences. */
function namedEngines(
  { source, rehearsal, engine = 'Amazon Transcribe' }: SentenceFile,
  { translations, check }: { translations: TranslationFile; check: CheckFile },
  { translator, meaningCheck }: DeliveryDeps['engines'],
): Pick<Certificate, 'heardBy' | 'translatedBy' | 'meaning'> {
  const of = Object.keys(translations).length
  return {
    ...(source === 'recognition' && !rehearsal && { heardBy: engine }),
    translatedBy: translator,
    ...(meaningCheck !== undefined && { meaning: { by: meaningCheck, checked: check.compared.length, of } }),
  }
}

/**
 * Shares of a file's sentences above which it is not delivered. The limit for unreliable translations is higher,
 * because that judgement may be wrong, whereas a missing translation is certain.
 */
const [MOST_UNBELIEVED, MOST_UNTRANSLATED] = [1 / 2, 1 / 10]

/** @throws BusinessError BAD_TRANSLATION */
function refuseUnreliable(translations: TranslationFile): void {
  const all = Object.values(translations)
  const unbelieved = all.filter(({ problems }) => problems.includes('unbelieved')).length
  const untranslated = all.filter(isUntranslated).length
  if (unbelieved > all.length * MOST_UNBELIEVED || untranslated > all.length * MOST_UNTRANSLATED)
    throw new BusinessError(
      'BAD_TRANSLATION',
      `of ${all.length} sentences ${unbelieved} have only an unreliable translation, ${untranslated} none`,
    )
}

/**
 * Whether a language model left a sentence out and the local cloud's rehearsal has only a placeholder for it. A
 * rehearsal without a model is not a failure, because nobody then expects a translation.
 */
function isUntranslated({ steppedIn, korean }: TranslationFile[string]): boolean {
  return steppedIn === true && isPlaceholder(korean)
}

async function readTranslations(
  media: MediaBucket,
  { uid, key }: StepInput,
  file: SentenceFile,
): Promise<TranslationFile> {
  const parts = await Promise.all(
    file.batches.map((_, batch) =>
      requireJson(media, workKey(uid, key, `translations/${batch}.json`), translationFile),
    ),
  )
  return Object.assign({}, ...parts)
}

/** What a second model compared and found; empty if it was not called or did not respond. */
async function readCheck(media: MediaBucket, { uid, key }: StepInput, file: SentenceFile): Promise<CheckFile> {
  const read = await Promise.all(
    file.batches.map((_, batch) => readJson(media, workKey(uid, key, `checks/${batch}.json`), checkFile)),
  )
  const checks = read.filter(each => each !== undefined)
  return {
    compared: checks.flatMap(({ compared }) => compared),
    findings: Object.assign({}, ...checks.map(({ findings }) => findings)),
  }
}

/** Stores the subtitle in every format, its project for the editor and the brief of the talk; returns the object keys. */
async function store(
  media: MediaBucket,
  { uid, title }: ArchiveEntry,
  { draft, files, known }: { draft: Draft; files: SubtitleFiles; known: Brief | undefined },
): Promise<string[]> {
  const project: ProjectFile = buildProject(draft)
  await Promise.all([
    writeSubtitleFiles(media, { uid, title }, files),
    writeJson(media, projectKey(uid, title), project),
    known && writeJson(media, briefKey(uid, title), known),
  ])
  return [...subtitleFileKeys({ uid, title }), projectKey(uid, title), ...(known ? [briefKey(uid, title)] : [])]
}

interface Translated {
  file: SentenceFile
  translations: TranslationFile
  findings: Record<string, Finding>
}

/** The sentences with their translations, and with sounds and names of speakers if `sounds` is true. */
function shownSentences({ file, translations, findings }: Translated, sounds: boolean): TranslatedSentence[] {
  const korean = new Map(Object.entries(translations).map(([id, each]) => [id, each.korean]))
  const heard = withSounds(file.sentences, korean, sounds ? file.sounds : [])
  const shown = {
    ...heard,
    translations: sounds ? withSpeakerNames(heard.sentences, heard.translations) : heard.translations,
  }
  const unheard = unheardBySentence(file.unheard, shown.sentences)
  const scripted = differencesBySentence(file.script?.differences ?? [], shown.sentences)
  return shown.sentences.map(sentence => {
    const translation = translations[sentence.id]
    const text = shown.translations.get(sentence.id) ?? ''
    // Names of sounds and speakers precede the text and shift the numbers of its eojeols.
    const shift = translation ? countEojeols(text) - countEojeols(translation.korean) : 0
    const shifted = (eojeols?: readonly number[]) => eojeols?.map(number => number + shift)
    const { ends, starts, held } = translation ?? {}
    const marks = { ends: shifted(ends), starts, held: shifted(held) }
    const finding = findings[sentence.id]
    const problems = [...problemsOf(translation), ...(finding ? ['meaning'] : [])]
    return {
      sentence,
      korean: text,
      problems,
      finding,
      unheard: unheard.get(sentence.id),
      script: scripted.get(sentence.id),
      ...marks,
    }
  })
}

function countEojeols(text: string): number {
  return text.split(' ').filter(eojeol => eojeol !== '').length
}

/** What the translator's checks found; a fallback translation is literal, so its meaning should be checked, too. */
function problemsOf(translation: TranslationFile[string] | undefined): string[] {
  const isFallback = translation?.steppedIn && !isUntranslated(translation)
  return [...(translation?.problems ?? []), ...(isFallback ? ['fallback'] : [])]
}
