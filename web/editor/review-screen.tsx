import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useParams } from 'react-router'
import { PROFILES } from '#subtitle-engine'
import { openProject } from '#subtitle-engine/edit'
import { refundText } from '../../lambdas/contract/archive-entry.ts'
import type { GlossaryTerm } from '../../lambdas/contract/glossary.ts'
import type { AskRequest } from '../../lambdas/contract/project.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import { nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Empty, Failed, Loading } from '../shared/layout/states.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { KEYS } from '../shared/queries.ts'
import { messageOf } from '../shared/request-failed.ts'
import { useConfig, useServices } from '../shared/services.ts'
import { CertificateBadge, DownloadButton, useDownload } from '../shared/subtitle-file.tsx'
import { afterPaint, later } from './after-paint.ts'
import { Editor } from './editor.ts'
import { Review } from './review.tsx'
import { PREVIEW, REVIEW } from './texts.ts'
import { unsavedEdits } from './unsaved.ts'

type Project = RouteResponse<'readProject'>

/** 자막 고치기: the subtitle of one entry, sentence by sentence, beside its picture. */
export default function ReviewScreen() {
  const { key = '' } = useParams()
  const { api } = useServices()
  const parameters = { key }
  const entry = useQuery({
    queryKey: KEYS.entry(key),
    queryFn: ({ signal }) => api('readEntry', { parameters, signal }),
  })
  // Each visit reads the edits anew; while it lasts, the editor knows better than the cache.
  const project = useQuery({
    queryKey: KEYS.project(key),
    queryFn: ({ signal }) => api('readProject', { parameters, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (entry.data?.status === 'failed') return <MakingFailed entry={entry.data} />
  const failed = entry.error ?? project.error
  if (failed && !(entry.data && project.data)) {
    return (
      <Page title={REVIEW.title}>
        <Failed
          error={failed}
          onRetry={() => {
            void entry.refetch()
            void project.refetch()
          }}
        />
        <BackLink />
      </Page>
    )
  }
  if (!entry.data || !project.data) {
    return (
      <Page title={REVIEW.title}>
        <Loading />
      </Page>
    )
  }
  return (
    <Page title={`${REVIEW.title}: ${nameOf(entry.data)}`} heading={false}>
      <Opened key={key} entry={entry.data} project={project.data} />
    </Page>
  )
}

/** Says why there is nothing to review. */
function MakingFailed({ entry: { failure, failureText, refunded = 0 } }: { entry: EntryView }) {
  const refund = refunded > 0 ? refundText(refunded, failure) : ''
  return (
    <Page title={REVIEW.title} heading={false}>
      <div className="state">
        <h1 tabIndex={-1}>{PREVIEW.failed}</h1>
        <p>
          {failureText} {refund}
        </p>
        <BackLink />
      </div>
    </Page>
  )
}

function Opened({ entry, project }: { entry: EntryView; project: Project }) {
  const { api } = useServices()
  const { model } = useConfig().processing
  const [editor] = useState(
    () =>
      new Editor({
        machine: openProject(project.machine, entry.register),
        stored: project.stored,
        profile: PROFILES[entry.profile],
        send: body => api('saveEdits', { parameters: { key: entry.key }, body }),
        unsaved: unsavedEdits(entry.key),
        now: Date.now,
        afterPaint,
        newId: () => `p${crypto.randomUUID().slice(0, 13)}`,
        later,
      }),
  )
  const [left, setLeft] = useState<number>()
  const correctTerm = async (body: { english: string; korean: string }) =>
    (await api('correctTerm', { parameters: { key: entry.key }, body })).brief
  const keepTerm = (term: GlossaryTerm) => api('changeGlossary', { body: { put: [term] } })
  const ask = async (body: AskRequest) => {
    // The server asks about the text that it has.
    await editor.flush()
    return api('askAgain', { parameters: { key: entry.key }, body })
  }
  useEffect(() => {
    const flush = () => void editor.flush()
    editor.open()
    window.addEventListener('online', flush)
    return () => {
      editor.close()
      window.removeEventListener('online', flush)
      flush()
    }
  }, [editor])
  return (
    <>
      <Head entry={entry} editor={editor} left={left} />
      {project.machine.passages.length === 0 ? (
        <Empty title={PREVIEW.noCues} />
      ) : (
        <Review
          editor={editor}
          entry={entry}
          videoUrl={project.videoUrl}
          brief={project.brief}
          correctTerm={correctTerm}
          keepTerm={keepTerm}
          ask={model && ask}
          onLeft={setLeft}
        />
      )}
    </>
  )
}

interface HeadProps {
  entry: EntryView
  editor: Editor
  left: number | undefined
}

function Head({ entry, editor, left }: HeadProps) {
  const { save, refusal, whole } = useSyncExternalStore(editor.subscribe, editor.snapshot)
  const name = nameOf(entry)
  const stored = entry.certificate ?? { source: 'recognition', rehearsal: false }
  // The delivered file's certificate stands until the page has its own.
  const certificate = whole ? { ...stored, ...whole.cut.certificate } : entry.certificate
  return (
    <header className="review-head">
      <BackLink />
      <h1 tabIndex={-1}>{name}</h1>
      <p className="entry-facts muted small">
        <CertificateBadge entry={{ ...entry, certificate }} />
        {left !== undefined && <span data-left={left}>{REVIEW.left(left)}</span>}
        <span role="status" data-save={save}>
          {save === 'refused' ? `${REVIEW.save.refused} ${refusal ?? ''}` : REVIEW.save[save]}
        </span>
      </p>
      <div className="review-finish">
        <FinishButton entry={entry} editor={editor} />
        <OriginalButton entry={entry} />
        <DownloadButton entryKey={entry.key} name={name} first={() => editor.flush()} />
      </div>
    </header>
  )
}

/** Marks the review as finished; any later edit opens it again. */
function FinishButton({ entry, editor }: Pick<HeadProps, 'entry' | 'editor'>) {
  const { api } = useServices()
  const queries = useQueryClient()
  const { done } = useSyncExternalStore(editor.subscribe, editor.snapshot)
  const [finishedAt, setFinishedAt] = useState(entry.reviewed_at === undefined ? undefined : 0)
  const finished = finishedAt !== undefined && finishedAt === done.length
  const finish = async () => {
    try {
      await editor.flush()
      await api('closeReview', { parameters: { key: entry.key }, body: { done: !finished } })
      setFinishedAt(finished ? undefined : editor.state.done.length)
      if (!finished) showToast({ kind: 'done', text: REVIEW.reviewedAt })
      void queries.invalidateQueries({ queryKey: KEYS.archive })
    } catch (error) {
      showToast({ kind: 'error', text: messageOf(error) })
    }
  }
  return (
    <Button size="small" kind="outline" aria-pressed={finished} onClick={() => void finish()}>
      {finished ? REVIEW.reviewAgain : REVIEW.reviewDone}
    </Button>
  )
}

/** The machine's subtitle, once there is another one. */
function OriginalButton({ entry }: { entry: EntryView }) {
  const { download } = useDownload(entry.key)
  if (entry.edit_version === undefined) return null
  return (
    <Button size="small" kind="plain" onClick={() => void download('srt', 'yes')}>
      {REVIEW.original}
    </Button>
  )
}

function BackLink() {
  return (
    <ButtonLink to="/user" kind="plain" size="small" className="back">
      ← {REVIEW.back}
    </ButtonLink>
  )
}
