import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { PROFILES } from '#subtitle-engine'
import { openProject } from '#subtitle-engine/edit'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import { dateAndTime } from '../../lambdas/contract/time.ts'
import { ButtonLink } from '../shared/layout/button.tsx'
import { MoreIcon } from '../shared/layout/icons.tsx'
import { Mark } from '../shared/layout/layout.tsx'
import { Menu } from '../shared/layout/menu.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Failed, Loading } from '../shared/layout/states.tsx'
import { EDITOR_PLACE } from '../shared/personal-data.ts'
import { mayPass, messageOf } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import { COMMON } from '../shared/texts.ts'
import type { WorkplaceDialog } from './dialogs/workplace-dialogs.tsx'
import { unsavedEdits } from './draft/unsaved.ts'
import { useDeferredState, useEditor } from './draft/use-editor.ts'
import { EditorFrame } from './editor-frame.tsx'
import { CommonItems, HeadFrame } from './editor-head.tsx'
import { useComments } from './proof/comments.ts'
import { FinishProof } from './proof/finish-proof.tsx'
import { PROOF_SCREEN } from './proof/texts.ts'
import { WORKPLACE } from './texts.ts'
import { Workplace } from './workplace.tsx'

type Proof = RouteResponse<'openProof'>

/** 자막 검토: the editor for the holder of a link, who needs no account. The fragment of the address is the secret. */
export default function ProofScreen() {
  const { hash } = useLocation()
  return <Opening key={hash} secret={hash.slice(1)} />
}

function Opening({ secret }: { secret: string }) {
  const { api } = useServices()
  const [state, setState] = useState<{ proof?: Proof; error?: unknown; tries: number }>({ tries: 0 })
  const { proof, error, tries } = state
  useEffect(() => {
    const abort = new AbortController()
    api('openProof', { bearer: secret, signal: abort.signal }).then(
      opened => setState({ proof: opened, tries }),
      (cause: unknown) => abort.signal.aborted || setState({ error: cause, tries }),
    )
    return () => abort.abort()
  }, [api, secret, tries])
  if (proof)
    return (
      <Page title={`${PROOF_SCREEN.title}: ${proof.name}`} heading={false}>
        <Opened proof={proof} secret={secret} />
      </Page>
    )
  if (error === undefined)
    return (
      <Page title={PROOF_SCREEN.title}>
        <Loading text={PROOF_SCREEN.opening} />
      </Page>
    )
  return (
    <Page title={PROOF_SCREEN.refused} heading={mayPass(error)}>
      {mayPass(error) ? (
        <Failed error={error} onRetry={() => setState({ tries: tries + 1 })} />
      ) : (
        <div className="state card" role="alert">
          <h1 tabIndex={-1}>{PROOF_SCREEN.refused}</h1>
          <p>{messageOf(error)}</p>
          <ButtonLink to="/" kind="primary">
            {COMMON.home}
          </ButtonLink>
        </div>
      )}
    </Page>
  )
}

interface OpenedProps {
  proof: Proof
  secret: string
}

function Opened({ proof: { link, entry, name, project }, secret }: OpenedProps) {
  const { api } = useServices()
  const mayEdit = link.right === 'edit'
  // Not the entry's key: keys are times, and another user of this browser may have an entry of the same second.
  const key = `proof.${link.id}`
  const editor = useEditor(() => ({
    machine: openProject(project.machine, entry.register),
    stored: project.stored,
    history: project.stored?.history,
    startAt: localStorage.getItem(EDITOR_PLACE + key) ?? undefined,
    profile: PROFILES[entry.profile],
    send: body => api('saveProof', { bearer: secret, body }),
    isReadOnly: !mayEdit,
    unsaved: unsavedEdits(key),
  }))
  const [dialog, setDialog] = useState<WorkplaceDialog>()
  const [left, setLeft] = useState<number>()
  const [finishedAt, setFinishedAt] = useState(link.finishedAt)
  const state = useDeferredState(editor)
  const comments = useComments(project.comments, {
    link: link.id,
    say: body => api('addProofComment', { bearer: secret, body }),
    close: id => api('closeProofComment', { bearer: secret, parameters: { id } }),
  })
  return (
    <EditorFrame>
      <HeadFrame
        {...{ editor, state, name }}
        back={
          <Link className="logo" to="/" target="_blank" aria-label={COMMON.service}>
            <Mark />
          </Link>
        }
        facts={
          <>
            <span>{PROOF_SCREEN.may[link.right]}</span>
            <span>{PROOF_SCREEN.until(dateAndTime(link.expiresAt).date)}</span>
          </>
        }
        onDialog={setDialog}
      >
        <Menu
          label={WORKPLACE.more}
          trigger={<MoreIcon />}
          className={mayEdit ? 'icon-button' : 'icon-button narrow-only'}
        >
          <CommonItems onDialog={setDialog} edits={mayEdit} films={false} />
        </Menu>
        <FinishProof
          left={mayEdit ? left : 0}
          isFinished={finishedAt !== undefined}
          finish={async () => {
            await editor.flush()
            setFinishedAt((await api('finishProof', { bearer: secret })).finishedAt)
          }}
        />
      </HeadFrame>
      <Workplace
        {...{ editor, comments, dialog }}
        entry={{ key, type: 'video', url: entry.url, duration_seconds: entry.duration_seconds }}
        intro={finishedAt === undefined ? PROOF_SCREEN.asked(link.name, name, link.right) : undefined}
        onDialog={setDialog}
        onLeft={setLeft}
      />
    </EditorFrame>
  )
}
