import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SubmissionGroup } from '../../lambdas/contract/group.ts'
import { PAGES } from '../../lambdas/contract/pages.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { showToast } from '../shared/layout/toasts.tsx'
import { codeOf, messageOf } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import { type Candidate, type FileItem, filesOf, isNew, itemName, takesScript } from './candidates.ts'
import type { Choices } from './choices.ts'
import { seriesName } from './group/series-name.ts'
import { submitItems } from './group/submit-group.ts'
import { keepVideo } from './kept-video.ts'
import { loadCopySound } from './media/load.ts'
import { CONFIRM, UPLOAD } from './texts.ts'
import { useUploads } from './uploads-context.tsx'

/**
 * Submits the confirmed candidate: links and subtitles at once, files through the list of uploads. `onLeft` receives
 * the refused items of several. `isCutOff` is true if a request got no response; sending it again creates nothing
 * twice.
 */
export function useSubmit(onDone: (submitted?: EntryView) => void, onLeft: (left: Candidate) => void) {
  const { api } = useServices()
  const uploads = useUploads()
  const [submitting, setSubmitting] = useState(false)
  const [error, setError] = useState<string>()
  const [isCutOff, setCutOff] = useState(false)
  const groupId = useRef(crypto.randomUUID())
  /** Number of accepted members of the group; refused ones may be submitted to the same group again. */
  const sent = useRef(0)
  /** Number of members that the server expects. */
  const expected = useRef(0)

  /** Stores the script of the single video and returns its id; `undefined` without a script. */
  const sendScript = async (candidate: Candidate, { script: text, notes }: Choices) => {
    if (!takesScript(candidate) || (text + notes).trim() === '') return undefined
    const { id } = await api('storeScript', { body: { text, notes } })
    return id
  }

  const addFiles = (
    files: readonly FileItem[],
    choices: Choices,
    { group, script }: { group: SubmissionGroup | undefined; script: string | undefined },
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

  /** A single submission outside a series gets no group, because a group's email would wait for further members. */
  const groupOf = ({ items }: Candidate, size: number, { series, joins }: Choices): SubmissionGroup | undefined => {
    if (size < (joins === undefined ? 2 : 1)) return undefined
    const name = series ? seriesName(items.map(itemName)) : ''
    return { id: joins ?? groupId.current, size, series, ...(name && { name }) }
  }

  const send = async (candidate: Candidate, choices: Choices) => {
    const { items } = candidate
    const size = sent.current + items.filter(isNew).length
    const group = groupOf(candidate, size, choices)
    if (sent.current === 0) expected.current = size
    const script = await sendScript(candidate, choices)
    addFiles(filesOf(candidate), choices, { group, script })
    const atOnce = items.filter(item => item.kind !== 'file')
    const { accepted, left, refusals, isCutOff } = await submitItems(api, atOnce, choices, { group, script })
    sent.current = size - left.length
    if (group) correctSize(group.id)
    if (left.length === 0) return onDone(accepted[0])
    setCutOff(isCutOff)
    if (items.length === 1 && !group) setError(refusals[0]?.reason)
    else onLeft({ items: left, refused: refusals.map(({ name, reason }) => UPLOAD.aboutFile(name, reason)) })
  }

  const submit = async (candidate: Candidate, choices: Choices) => {
    setSubmitting(true)
    setCutOff(false)
    setError(undefined)
    try {
      await send(candidate, choices)
    } catch (failure) {
      console.error(failure)
      setError(messageOf(failure))
      setCutOff(codeOf(failure) === 'OFFLINE')
    } finally {
      setSubmitting(false)
    }
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
        candidate.items,
        (file, trackId) => copySound(file, { trackId, signal, onProgress() {} }),
        Date.now(),
        choices,
      )
      if (!kept) showToast({ kind: 'error', text: CONFIRM.chooseAgain, path: PAGES.tokens })
      navigate(`/addtoken?need=${missing}`)
    } catch (failure) {
      console.error(failure)
      setError(messageOf(failure))
      setKeeping(false)
    }
  }
  return { buy, keeping, error }
}
