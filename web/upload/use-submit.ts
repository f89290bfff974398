import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SubmissionGroup } from '../../lambdas/contract/group.ts'
import { PAGES } from '../../lambdas/contract/pages.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { showToast } from '../shared/layout/toasts.tsx'
import { codeOf, messageOf } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import { type Candidate, countNew, type FileCandidate, type GroupItem, isNew, takesScript } from './candidates.ts'
import { type Choices, usesCaptions } from './choices.ts'
import { submitItems } from './group/submit-group.ts'
import { keepVideo } from './kept-video.ts'
import { loadCopySound } from './media/load.ts'
import { CONFIRM } from './texts.ts'
import { useUploads } from './uploads-context.tsx'

/**
 * Submits the confirmed candidate: a link or a subtitle at once, files through the list of uploads. `onLeft` receives the
 * refused members of a group. `isCutOff` is true if a request got no response; sending it again creates nothing twice.
 */
export function useSubmit(onDone: (submitted?: EntryView) => void, onLeft: (left: Candidate) => void) {
  const { api } = useServices()
  const uploads = useUploads()
  const [submitting, setSubmitting] = useState(false)
  const [error, setError] = useState<string>()
  const [isCutOff, setCutOff] = useState(false)
  const idempotencyKey = useRef(crypto.randomUUID())
  /** Number of accepted members of the group; refused ones may be submitted to the same group again. */
  const sent = useRef(0)
  /** Number of members that the server expects. */
  const expected = useRef(0)

  const submitAtOnce = async (send: () => Promise<{ entry?: EntryView }>) => {
    setSubmitting(true)
    setCutOff(false)
    setError(undefined)
    try {
      const { entry } = await send()
      onDone(entry)
    } catch (failure) {
      console.error(failure)
      setError(messageOf(failure))
      setCutOff(codeOf(failure) === 'OFFLINE')
    } finally {
      setSubmitting(false)
    }
  }

  /** Stores the script of the single video and returns its id; `undefined` without a script. */
  const sendScript = async (candidate: Candidate, { script: text, notes }: Choices) => {
    if (!takesScript(candidate) || (text + notes).trim() === '') return undefined
    const { id } = await api('storeScript', { body: { text, notes } })
    return id
  }

  const addFiles = (
    files: readonly FileCandidate[],
    choices: Choices,
    { group, script }: { group?: SubmissionGroup | undefined; script?: string | undefined },
  ) => {
    const { register, profile, glossary, keeps } = choices
    uploads.add(
      files.map(({ name, file, frame, fingerprint, durationSeconds, soundMs, trackId, isHeld }) => ({
        name,
        file,
        frame,
        fingerprint,
        durationSeconds,
        soundMs,
        register,
        profile,
        glossary,
        keeps,
        script,
        trackId,
        // The server already has the entry of an unfinished upload, with or without a group.
        ...(group && !isHeld && { group }),
      })),
    )
  }

  /** Corrects the size of the group on the server if it differs from the one that the server expects. */
  const correctSize = (id: string) => {
    const size = sent.current
    if (size === 0 || size === expected.current) return
    const closing = { parameters: { group: id }, body: { size } }
    api('closeGroup', closing).then(() => {
      expected.current = size
    }, console.warn)
  }

  const submitGroup = async (items: readonly GroupItem[], choices: Choices) => {
    setSubmitting(true)
    setCutOff(false)
    const size = sent.current + items.filter(isNew).length
    // A single submission is no group, whose email would wait for further members.
    const group = size > 1 ? { id: idempotencyKey.current, size, series: choices.series } : undefined
    if (sent.current === 0) expected.current = size
    const atOnce = items.flatMap(item => (item.kind === 'file' ? [] : [item]))
    const files = items.flatMap(item => (item.kind === 'file' ? [item.file] : []))
    addFiles(files, choices, { group })
    const { accepted, left, messages, isCutOff } = await submitItems(api, atOnce, choices, group)
    sent.current = size - left.length
    setSubmitting(false)
    if (group) correctSize(group.id)
    if (left.length === 0) return onDone(accepted[0])
    setCutOff(isCutOff)
    onLeft({ kind: 'group', items: left, refused: messages })
  }

  const submit = async (candidate: Candidate, choices: Choices) => {
    const { register, profile, glossary, series } = choices
    if (candidate.kind === 'group') return submitGroup(candidate.items, choices)
    const request = { idempotencyKey: idempotencyKey.current }
    if (candidate.kind === 'youtube') {
      const body = { url: candidate.quote.url, register, profile, captions: usesCaptions(choices), glossary }
      return submitAtOnce(async () => {
        const script = await sendScript(candidate, choices)
        return api('submitYoutube', { body: { ...body, ...(script && { script }) }, ...request })
      })
    }
    if (candidate.kind === 'subtitle') {
      const body = { filename: candidate.name, text: candidate.text, register, profile, glossary }
      return submitAtOnce(() => api('submitSubtitle', { body, ...request }))
    }
    const size = countNew(candidate)
    const group = size > 1 ? { id: idempotencyKey.current, size, series } : undefined
    return submitAtOnce(async () => {
      addFiles(candidate.files, choices, { group, script: await sendScript(candidate, choices) })
      return {}
    })
  }
  return { submit, submitting, error, isCutOff }
}

/** Stores the video and opens the token packages. After the payment the popup opens again as it was. */
export function useBuyFirst() {
  const navigate = useNavigate()
  const [keeping, setKeeping] = useState(false)
  const [error, setError] = useState<string>()

  /** `missing`: tokens needed beyond the balance. */
  const buy = async (candidate: Candidate, choices: Choices, missing: number) => {
    setKeeping(true)
    try {
      const { copySound } = await loadCopySound()
      const signal = new AbortController().signal
      const kept = await keepVideo(
        candidate,
        (file, trackId) => copySound(file, { trackId, signal, onProgress() {} }),
        Date.now(),
        choices,
      )
      if (!kept)
        showToast({
          kind: 'error',
          text: candidate.kind === 'group' ? CONFIRM.chooseGroupAgain : CONFIRM.chooseAgain,
          path: PAGES.tokens,
        })
      navigate(`/addtoken?need=${missing}`)
    } catch (failure) {
      console.error(failure)
      setError(messageOf(failure))
      setKeeping(false)
    }
  }
  return { buy, keeping, error }
}
