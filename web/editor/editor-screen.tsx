import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { PROFILES } from '#subtitle-engine'
import { draftFromStored, openProject } from '#subtitle-engine/edit'
import { refundText } from '../../lambdas/contract/archive-entry.ts'
import type { GlossaryTerm } from '../../lambdas/contract/glossary.ts'
import { PAGES } from '../../lambdas/contract/pages.ts'
import type { AskRequest } from '../../lambdas/contract/project.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import { nameOf, nameOfTitle } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { ButtonLink } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Empty, Failed, Loading, Sentences } from '../shared/layout/states.tsx'
import { EDITOR_PLACE } from '../shared/personal-data.ts'
import { entryQuery, projectQuery } from '../shared/queries.ts'
import { codeOf, messageOf } from '../shared/request-failed.ts'
import { useConfig, useServices } from '../shared/services.ts'
import { CHECK } from '../shared/subtitle-file.tsx'
import { useStable } from '../shared/use-stable.ts'
import type { WorkplaceDialog } from './dialogs/workplace-dialogs.tsx'
import { firstDoubt } from './draft/queue.ts'
import { unsavedEdits } from './draft/unsaved.ts'
import { useEditor } from './draft/use-editor.ts'
import { EditorFrame } from './editor-frame.tsx'
import { EditorHead } from './editor-head.tsx'
import { useComments } from './proof/comments.ts'
import { EDITOR, PREVIEW } from './texts.ts'
import { Workplace } from './workplace.tsx'

type Project = RouteResponse<'readProject'>

/** 자막 편집: edits the subtitle of an entry, sentence by sentence, next to its video. */
export default function EditorScreen() {
  const { key = '' } = useParams()
  const { api } = useServices()
  const entry = useQuery(entryQuery(api, key))
  const project = useQuery(projectQuery(api, key))
  if (entry.data?.status === 'failed') return <MakingFailed entry={entry.data} />
  const failed = entry.error ?? project.error
  if (failed && codeOf(failed) === 'NO_SUBTITLE') return <Unfinished error={failed} />
  if (failed && !(entry.data && project.data)) {
    return (
      <Page title={EDITOR.title}>
        <Failed
          error={failed}
          onRetry={() => {
            void entry.refetch()
            void project.refetch()
          }}
          other={<ToArchive />}
        />
      </Page>
    )
  }
  if (!entry.data || !project.data) {
    return (
      <Page title={EDITOR.title}>
        <Loading />
      </Page>
    )
  }
  return (
    <Page title={`${EDITOR.title}: ${nameOf(entry.data)}`} heading={false}>
      <Opened key={key} entry={entry.data} project={project.data} />
    </Page>
  )
}

/** Shows why there is nothing to edit. */
function MakingFailed({ entry }: { entry: EntryView }) {
  const { failure, failureText, refunded = 0 } = entry
  const refund = refunded > 0 ? refundText(refunded, failure) : ''
  return (
    <Page title={EDITOR.title} heading={false}>
      <div className="state card" role="alert">
        <h1 tabIndex={-1}>{PREVIEW.failed}</h1>
        <p>{nameOf(entry)}</p>
        <p>
          <Sentences text={`${failureText} ${refund}`.trim()} />
        </p>
        <ButtonLink to="/" kind="primary">
          {EDITOR.uploadOther}
        </ButtonLink>
        <ToArchive />
      </div>
    </Page>
  )
}

/** A subtitle that is still being made: nothing has failed. */
function Unfinished({ error }: { error: unknown }) {
  return (
    <Page title={EDITOR.unfinished} heading={false}>
      <div className="state card" role="status">
        <span className="spinner" />
        <h1 tabIndex={-1}>{EDITOR.unfinished}</h1>
        <p>{messageOf(error)}</p>
        <ToArchive kind="primary" />
      </div>
    </Page>
  )
}

function ToArchive({ kind }: { kind?: 'primary' }) {
  return (
    <ButtonLink to={PAGES.archive} kind={kind ?? 'plain'}>
      {EDITOR.back}
    </ButtonLink>
  )
}

function Opened({ entry, project }: { entry: EntryView; project: Project }) {
  const { hash } = useLocation()
  const { api } = useServices()
  const { model } = useConfig().processing
  const editor = useEditor(() => {
    const { stored } = project
    const machine = openProject(project.machine, entry.register)
    const place = hash === CHECK ? null : localStorage.getItem(EDITOR_PLACE + entry.key)
    return {
      machine,
      stored,
      history: stored?.history,
      // The sentence where the user left off. On a first visit, or after a link to what is left to check: the first
      // doubt.
      startAt: place ?? firstDoubt(stored ? draftFromStored(machine, stored) : machine)?.id,
      profile: PROFILES[entry.profile],
      send: body => api('saveEdits', { parameters: { key: entry.key }, body }),
      unsaved: unsavedEdits(entry.key),
    }
  })
  const [left, setLeft] = useState<number>()
  const [dialog, setDialog] = useState<WorkplaceDialog>()
  const correctTerm = async (body: { english: string; korean: string }) =>
    (await api('correctTerm', { parameters: { key: entry.key }, body })).brief
  const keepTerm = (term: GlossaryTerm) => api('changeGlossary', { query: {}, body: { put: [term] } })
  const storePeaks = useStable((peaks: string) =>
    api('storePeaks', { parameters: { key: entry.key }, body: { peaks } }),
  )
  const comments = useComments(project.comments, {
    say: body => api('addComment', { parameters: { key: entry.key }, body }),
    close: id => api('closeComment', { parameters: { key: entry.key, id } }),
  })
  const ask = async (body: AskRequest) => {
    // Saves first, because the server translates the stored text.
    await editor.flush()
    return api('askAgain', { parameters: { key: entry.key }, body })
  }
  const isEmpty = project.machine.passages.length === 0
  return (
    <EditorFrame>
      <EditorHead
        entry={entry}
        editor={editor}
        left={left}
        hasBrief={project.brief !== undefined}
        onDialog={setDialog}
      />
      {isEmpty ? (
        <Empty title={PREVIEW.noCues} />
      ) : (
        <Workplace
          editor={editor}
          entry={entry}
          videoUrl={project.videoUrl}
          fileName={entry.type === 'video' ? nameOfTitle(entry.title) : undefined}
          storedPeaks={{ url: project.peaksUrl, store: storePeaks }}
          brief={project.brief}
          correctTerm={correctTerm}
          keepTerm={keepTerm}
          leaveTo={PAGES.archive}
          ask={model && ask}
          comments={comments}
          dialog={dialog}
          onDialog={setDialog}
          onLeft={setLeft}
        />
      )}
    </EditorFrame>
  )
}
