import type { Remote } from 'comlink'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SubtitleProfile } from '../../lambdas/contract/archive-entry.ts'
import { PAGES } from '../../lambdas/contract/pages.ts'
import { EXPORT, LOCAL_FORMATS } from '../shared/export/texts.ts'
import { Button } from '../shared/layout/button.tsx'
import { ProfileChoice } from '../shared/layout/choices.tsx'
import { DropZone, FileButton, useFileDrop } from '../shared/layout/files.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Alert, Loading } from '../shared/layout/states.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { storeLocalSubtitle } from '../shared/local-subtitle.ts'
import SubtitleNotes from '../shared/reading/subtitle-notes.tsx'
import { messageOf } from '../shared/request-failed.ts'
import { saveFile } from '../shared/save-file.ts'
import { SUBTITLE_ACCEPT } from '../shared/subtitle-names.ts'
import { COMMON } from '../shared/texts.ts'
import type { Comparison } from './compare.ts'
import { ComparisonView } from './comparison.tsx'
import type { OldSubtitle, RecutWork } from './recut-work.ts'
import { RECUT } from './texts.ts'
import { useRecutWork } from './use-recut-work.ts'

const ExportDialog = lazyWithPreload(() => import('../shared/export/export-dialog.tsx'))

interface Cut {
  old: OldSubtitle
  comparison: Comparison
}

/** Recuts a Korean subtitle. Everything happens in this browser: no request contains its text. */
export default function RecutScreen() {
  const [cut, setCut] = useState<Cut>()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [profile, setProfile] = useState<SubtitleProfile>('standard')
  const work = useRecutWork(() => {
    setIsBusy(false)
    setError(COMMON.unknownError)
  })
  const show = async (load: (work: Remote<RecutWork>) => Promise<OldSubtitle | string>, next: SubtitleProfile) => {
    const { current } = work
    if (!current) return
    setError(undefined)
    setIsBusy(true)
    try {
      const old = await load(current)
      if (typeof old === 'string') {
        setCut(undefined)
        return setError(old)
      }
      setCut({ old, comparison: await current.cut(next) })
    } catch (failure) {
      console.error(failure)
      setCut(undefined)
      setError(messageOf(failure))
    } finally {
      setIsBusy(false)
    }
  }
  const old = cut?.old
  const read = ([file]: readonly File[]) => file && void show(current => current.read(file), profile)
  useFileDrop(RECUT.drop, read)
  return (
    <Page title={RECUT.title} intro={RECUT.intro}>
      {old ? (
        <section className="recut-file">
          <div>
            <h2>{old.file}</h2>
            <FileButton size="small" kind="outline" accept={SUBTITLE_ACCEPT} onFiles={read}>
              {RECUT.chooseOther}
            </FileButton>
            <p className="muted small">{RECUT.privacy}</p>
          </div>
          <ProfileChoice
            label={RECUT.profile}
            value={profile}
            onChange={next => {
              setProfile(next)
              void show(async () => old, next)
            }}
          />
        </section>
      ) : (
        <section className="card recut-card">
          <DropZone
            drop={RECUT.drop}
            pick={RECUT.pick}
            help={RECUT.dropHelp}
            choose={RECUT.choose}
            accept={SUBTITLE_ACCEPT}
            takesDrops={false}
            onFiles={read}
          />
          <p className="muted small recut-privacy">{RECUT.privacy}</p>
        </section>
      )}
      <Alert>{error}</Alert>
      {isBusy && <Loading text={RECUT.working} />}
      {cut && <Result cut={cut} work={work} />}
    </Page>
  )
}

function Result({ cut: { old, comparison }, work }: { cut: Cut; work: ReturnType<typeof useRecutWork> }) {
  const navigate = useNavigate()
  const [exporting, setExporting] = useState(false)
  const save = async () => {
    const text = (await work.current?.srt()) ?? ''
    saveFile(new Blob([text], { type: 'text/plain' }), RECUT.fileName(old.name, 'srt'))
  }
  const load = async () => {
    if (!work.current) throw new Error('the worker has ended')
    return [{ name: old.name, ...(await work.current.source()) }]
  }
  const open = async () => {
    try {
      const project = await work.current?.project()
      if (project) await storeLocalSubtitle({ name: old.name, ...project })
      await navigate(PAGES.recutEditor)
    } catch (failure) {
      console.error(failure)
      showToast({ kind: 'error', text: RECUT.openFailed })
    }
  }
  return (
    <ComparisonView key={old.name} comparison={comparison}>
      <div className="row recut-actions">
        <Button kind="primary" onClick={() => void save()}>
          {RECUT.download('SRT')}
        </Button>
        <Button kind="outline" onClick={() => setExporting(true)}>
          {EXPORT.title}
        </Button>
        <Button kind="outline" aria-describedby="open-help" onClick={() => void open()}>
          {RECUT.open}
        </Button>
        <p id="open-help" className="muted small">
          {RECUT.openHelp}
        </p>
      </div>
      {exporting && <ExportDialog formats={LOCAL_FORMATS} load={load} onClose={() => setExporting(false)} />}
      {old.notes.length > 0 && (
        <div className="note">
          <SubtitleNotes notes={old.notes} />
        </div>
      )}
    </ComparisonView>
  )
}
