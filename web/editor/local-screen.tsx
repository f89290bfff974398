import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PROFILES } from '#subtitle-engine'
import { cutDraft, mergeChanges, openProject, untouched, writeFiles } from '#subtitle-engine/edit'
import { appendToHistory } from '../../lambdas/contract/history.ts'
import { PAGES } from '../../lambdas/contract/pages.ts'
import type { EditAnswer, EditRequest } from '../../lambdas/contract/project.ts'
import ExportDialog from '../shared/export/export-dialog.tsx'
import { EXPORT, LOCAL_FORMATS } from '../shared/export/texts.ts'
import { percent } from '../shared/format.ts'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { MoreIcon } from '../shared/layout/icons.tsx'
import { Menu, MenuButtonItem } from '../shared/layout/menu.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Empty, Loading } from '../shared/layout/states.tsx'
import { type LocalSubtitle, readLocalSubtitle, SAMPLE_KEY, storeLocalSubtitle } from '../shared/local-subtitle.ts'
import { PROFILES as PROFILE_TEXTS, SUBTITLE_FILE } from '../shared/member-texts.ts'
import { saveFile } from '../shared/save-file.ts'
import { COMMON } from '../shared/texts.ts'
import type { WorkplaceDialog } from './dialogs/workplace-dialogs.tsx'
import type { Editor } from './draft/editor.ts'
import type { UnsavedEdits } from './draft/unsaved.ts'
import { useDeferredState, useEditor } from './draft/use-editor.ts'
import { EditorFrame } from './editor-frame.tsx'
import { BackLink, CommonItems, HeadFrame } from './editor-head.tsx'
import { FilmChip } from './film/film-chip.tsx'
import { readSample, SAMPLE_FILM } from './sample-project.ts'
import { EDITOR, LOCAL_EDITOR, WORKPLACE } from './texts.ts'
import { Workplace } from './workplace.tsx'

/** 자막 편집 for a subtitle that is stored only in this browser, or with `?sample` for the sample. */
export default function LocalReviewScreen() {
  const isSample = useSearchParams()[0].has('sample')
  return <LocalEditor key={String(isSample)} isSample={isSample} />
}

function LocalEditor({ isSample }: { isSample: boolean }) {
  const [subtitle, setSubtitle] = useState<LocalSubtitle | 'none'>()
  useEffect(() => {
    const read = isSample ? readSample() : readLocalSubtitle()
    read
      .catch((error: unknown) => console.warn(error))
      .then(found => setSubtitle(found ?? 'none'))
      .catch(reportError)
  }, [isSample])
  if (subtitle === undefined) {
    return (
      <Page title={EDITOR.title}>
        <Loading />
      </Page>
    )
  }
  if (subtitle === 'none') {
    return (
      <Page title={EDITOR.title}>
        {isSample ? (
          <Empty title={LOCAL_EDITOR.noSample} action={<BackButton {...BACK.sample} />} />
        ) : (
          <Empty title={LOCAL_EDITOR.none} text={LOCAL_EDITOR.noneText} action={<BackButton {...BACK.local} />} />
        )}
      </Page>
    )
  }
  return (
    <Page title={`${EDITOR.title}: ${subtitle.name}`} heading={false}>
      <Opened subtitle={subtitle} isSample={isSample} />
    </Page>
  )
}

interface OpenedProps {
  subtitle: LocalSubtitle
  isSample: boolean
}

function Opened({ subtitle, isSample }: OpenedProps) {
  const editor = useEditor(() => ({
    machine: openProject(subtitle.machine, subtitle.register),
    stored: subtitle.stored,
    history: subtitle.stored?.history,
    profile: PROFILES[subtitle.profile],
    send: createSaver(subtitle, isSample ? SAMPLE_KEY : undefined),
    unsaved: NOTHING_UNSAVED,
  }))
  const [dialog, setDialog] = useState<WorkplaceDialog>()
  return (
    <EditorFrame>
      <Head {...{ subtitle, isSample, editor }} onDialog={setDialog} />
      <Workplace
        editor={editor}
        entry={isSample ? SAMPLE_ENTRY : ENTRY}
        videoUrl={isSample ? SAMPLE_FILM : undefined}
        intro={isSample ? LOCAL_EDITOR.tryIt : undefined}
        dialog={dialog}
        onDialog={setDialog}
      />
    </EditorFrame>
  )
}

/** The fields of an entry that the editor reads. A local subtitle has no stored video and no language model. */
const ENTRY = { key: 'local', type: 'video', url: '', duration_seconds: 0 } as const
const SAMPLE_ENTRY = { ...ENTRY, key: SAMPLE_KEY } as const

/** Edits are stored in this browser immediately, so none is ever unsaved. */
const NOTHING_UNSAVED: UnsavedEdits = { read: () => [], keep: () => undefined, forget: () => undefined }

/** Stores edits as the server would. */
function createSaver(subtitle: LocalSubtitle, key: string | undefined): (edits: EditRequest) => Promise<EditAnswer> {
  let kept = subtitle
  return async edits => {
    const before = kept.stored ?? untouched(openProject(kept.machine, kept.register))
    const merged = mergeChanges(before, edits.base, edits)
    if (!merged.stored) throw new Error('Nobody else changes a subtitle of this browser.')
    const { version, passages, removed } = merged.stored
    const at = new Date().toISOString()
    const earlier = {
      version: before.version,
      passages: [...before.passages],
      removed: {},
      history: kept.stored?.history ?? [],
    }
    const history = appendToHistory(earlier, merged.stored, edits.change, at)
    kept = { ...kept, stored: { version, passages: [...passages], removed, history } }
    await storeLocalSubtitle(kept, key)
    return { version, conflicts: [], put: [], remove: [] }
  }
}

interface HeadProps extends OpenedProps {
  editor: Editor
  onDialog(dialog: WorkplaceDialog): void
}

function Head({ subtitle: { name, profile }, isSample, editor, onDialog }: HeadProps) {
  const state = useDeferredState(editor)
  const { whole } = state
  const certificate = whole?.cut.certificate
  const [exporting, setExporting] = useState(false)
  const cutNow = () => {
    editor.finishCut()
    return cutDraft(editor.state.draft, PROFILES[profile])
  }
  const saveSrt = () => {
    saveFile(
      new Blob([writeFiles(cutNow()).srt], { type: 'text/plain' }),
      isSample ? `${name}.srt` : LOCAL_EDITOR.fileName(name, 'srt'),
    )
  }
  const facts = (
    <>
      {certificate && certificate.cues > 0 && (
        <span className="certificate">{SUBTITLE_FILE.certificate(percent(certificate.kept / certificate.cues))}</span>
      )}
      {profile !== 'standard' && <span>{PROFILE_TEXTS[profile].name}</span>}
      <span>{LOCAL_EDITOR.kept}</span>
      <FilmChip entryKey={isSample ? SAMPLE_KEY : ENTRY.key} onOpen={() => onDialog('film')} />
    </>
  )
  return (
    <HeadFrame
      {...{ editor, state, name, facts, onDialog }}
      back={<BackLink {...(isSample ? BACK.sample : BACK.local)} />}
    >
      <Menu label={WORKPLACE.more} trigger={<MoreIcon />} className="icon-button">
        <CommonItems onDialog={onDialog} />
        <MenuButtonItem onClick={() => setExporting(true)}>{EXPORT.title}</MenuButtonItem>
      </Menu>
      <Button size="small" kind="primary" onClick={saveSrt}>
        {LOCAL_EDITOR.download('SRT')}
      </Button>
      {exporting && (
        <ExportDialog
          formats={LOCAL_FORMATS}
          load={() => [{ ...cutNow(), name }]}
          onClose={() => setExporting(false)}
        />
      )}
    </HeadFrame>
  )
}

const BACK = {
  sample: { to: PAGES.home, name: COMMON.home },
  local: { to: PAGES.recut, name: LOCAL_EDITOR.back },
} as const

function BackButton({ to, name }: { to: string; name: string }) {
  return (
    <ButtonLink to={to} kind="primary">
      {name}
    </ButtonLink>
  )
}
