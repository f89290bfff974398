import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Cue,
  certificateFromInspection,
  inspectCues,
  koreanProfile,
  parseSrt,
  sentencesFromTranscript,
  transcriptFromAmazon,
} from '#subtitle-engine'
import { buildDraft, buildProject, type Draft, openProject, writeFiles } from '#subtitle-engine/edit'
import { readProject, saveEdits } from '../../lambdas/archive/edits.ts'
import type { ArchiveDeps } from '../../lambdas/archive/entries.ts'
import { downloadSubtitle, previewCues } from '../../lambdas/archive/finished-subtitle.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { projectKey } from '../../lambdas/contract/media-objects.ts'
import { editAnswer, editRequest } from '../../lambdas/contract/project.ts'
import { projectView } from '../../lambdas/contract/project-view.ts'
import type { SubtitleFormat } from '../../lambdas/contract/title.ts'
import { readEntry } from '../../lambdas/records/archive.ts'
import { deliver } from '../../lambdas/records/ledger/index.ts'
import { chosenOperation } from '../../packages/subtitle-engine/test/edit/random-operations.ts'
import {
  randomFrom,
  standInTranslations,
  transcribedSpeech,
} from '../../packages/subtitle-engine/test/support/speech.ts'
import { Editor } from '../../web/editor/draft/editor.ts'
import { unsavedEdits } from '../../web/editor/draft/unsaved.ts'
import { setUpMedia } from '../support/media.ts'
import { memoryStorage } from '../support/memory-storage.ts'
import { setUpTables } from '../support/tables.ts'
import { delivery, heldEntry, newUser } from '../support/users.ts'

/** Number of random edits. Ordinary runs repeat the same ones, so a quarter is enough; the nightly run sets `SEED`. */
const EDITS = process.env.SEED === undefined ? 250 : 1000
/** Number of edits between two saves. */
const AT_ONCE = 50

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
let deps: ArchiveDeps
let entry: ArchiveEntry

beforeAll(async () => {
  let names = 0
  const newId = () => {
    names += 1
    return `n${names}`
  }
  deps = { tables: tables.tables, media: media.media, now: Date.now, newId }
  entry = await heldEntry(tables.tables, (await newUser(tables.tables)).uid)
  await media.put(projectKey(entry.uid, entry.title), JSON.stringify(buildProject(speech())), 'application/json')
  await deliver(tables.tables, entry, delivery(entry))
})

/** Five minutes of speech, with phrase ends that a translator marked in every third sentence. */
function speech(): Draft {
  const transcript = transcriptFromAmazon(transcribedSpeech(3, 5))
  const sentences = sentencesFromTranscript(transcript)
  const korean = standInTranslations(sentences, 3)
  const translated = sentences.map((sentence, i) => {
    const text = korean.get(sentence.id) ?? ''
    // Only cuts inside the text: a translator makes no others, and the server would drop them from an edited sentence.
    const ends = [2, 5].filter(at => at < text.split(' ').length)
    return { sentence, korean: text, problems: [], ends: i % 3 === 0 ? ends : undefined }
  })
  return buildDraft(translated, { durationMs: transcript.durationMs + 5000, register: 'polite' })
}

/** A value as sent over the network: as JSON, parsed by the contract. */
const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The page's own editor, connected to the real route. */
async function openPage(): Promise<Editor> {
  const view = projectView.parse(wire(await readProject(deps, entry)))
  return new Editor({
    machine: openProject(view.machine, entry.register),
    stored: view.stored,
    profile: koreanProfile,
    send: async edits => editAnswer.parse(wire(await saveEdits(deps, entry, editRequest.parse(wire(edits))))),
    unsaved: unsavedEdits(entry.key, memoryStorage(), memoryStorage()),
    now: Date.now,
    afterPaint: () => () => undefined,
    newId: () => 'none',
    later: () => () => undefined,
  })
}

const downloaded = async (format: SubtitleFormat) => {
  const { url } = await downloadSubtitle(deps, { uid: entry.uid, key: entry.key, format })
  return (await fetch(url)).text()
}

describe('after hundreds of random edits, made in the page and saved by the real route,', () => {
  let page: Editor

  beforeAll(async () => {
    const random = randomFrom(11)
    page = await openPage()
    const texts = page.deps.machine.sentences.map(({ korean }) => korean)
    const below = (end: number) => Math.floor(random() * end)
    for (let made = 0, i = 0; made < EDITS; i += 1) {
      // A third of the edits change a text; restoring everything is never drawn.
      const what = below(17)
      const choice = [what > 11 ? 0 : what, below(9999), below(9999), texts[below(texts.length)] ?? ''] as const
      const operation = chosenOperation(page.state.draft, choice, `n${i}`)
      if (operation.kind === 'restore' && operation.ids === 'all') continue
      // Otherwise little would be left of the subtitle.
      if ((operation.kind === 'remove' || operation.kind === 'join') && random() < 0.7) continue
      if (random() < 0.05) page.undo()
      if (!page.perform(operation)) continue
      made += 1
      if (made % AT_ONCE === 0) await page.flush()
    }
    page.finishCut()
  })

  it('the page and the server have the same bytes', async () => {
    expect(page.state).toMatchObject({ save: 'saved', conflicts: [] })
    const files = writeFiles(page.state.cut)
    for (const format of ['srt', 'vtt', 'bilingual'] as const) expect(await downloaded(format)).toBe(files[format])
    expect((await previewCues(deps, entry)).cues).toEqual(wire(files.preview))
    const again = await openPage()
    again.finishCut()
    expect(writeFiles(again.state.cut)).toEqual(files)
  })

  it('the page has the certificate of a fresh inspection of the downloaded file', async () => {
    const { certificate, cues, sentences } = page.state.cut
    const { doubts: _, ...counted } = certificate
    // Doubts about words, translation and register come from the engine: no inspection finds them in a file.
    const read = parseSrt(await downloaded('srt')).map((cue, i): Cue => {
      return { ...cue, sentenceIds: cues[i]?.sentenceIds ?? [], flags: cues[i]?.flags ?? [] }
    })
    const { perMille: __, ...fresh } = certificateFromInspection(inspectCues(read, koreanProfile, sentences))
    expect(counted).toEqual(fresh)
    expect((await readEntry(tables.tables, entry))?.certificate).toMatchObject(certificate)
    expect(certificate.cues).toBeGreaterThan(30)
  })
})
