import { Tabs } from '@aws-amplify/ui-react'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SECONDS_PER_TOKEN } from '../../lambdas/contract/pricing.ts'
import { spoken } from '../format.ts'
import { Page } from '../layout/page.tsx'
import { useMe } from '../queries.ts'
import { UPLOAD } from '../texts/upload.ts'
import type { Candidate } from './candidate.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { FileForm } from './file-form.tsx'
import { takeKeptVideo } from './kept-video.ts'
import { MailReminder } from './mail-reminder.tsx'
import { ResumeHint } from './resume-hint.tsx'
import { UploadList } from './upload-list.tsx'
import { YoutubeForm } from './youtube-form.tsx'

type Way = 'youtube' | 'file'

/** The upload screen: a link or a file, the popup that confirms it, and what is on its way. */
export function UploadScreen() {
  const [candidate, setCandidate] = useState<Candidate>()
  const [link, setLink] = useState('')
  const { data: me } = useMe()
  const [search] = useSearchParams()
  const [way, setWay] = useState<Way>(search.get('way') === 'file' ? 'file' : 'youtube')
  const reset = useCallback(() => setCandidate(undefined), [])

  useEffect(() => {
    void takeKeptVideo(Date.now()).then(kept => {
      if (kept?.kind === 'youtube') setLink(kept.link)
      if (kept?.kind === 'files') {
        setWay('file')
        setCandidate({ kind: 'files', files: kept.files, restored: true })
      }
    })
  }, [])

  return (
    <Page title={UPLOAD.title} heading={false}>
      <header className="page-head upload-head">
        <h1 tabIndex={-1}>{UPLOAD.tagline}</h1>
        <p>{me ? UPLOAD.costOf(spoken(me.token * SECONDS_PER_TOKEN)) : UPLOAD.costOnly}</p>
      </header>
      <MailReminder />
      {me?.notice && (
        <p className="notice" role="status">
          {me.notice}
        </p>
      )}
      <section className="card upload-card">
        <Tabs.Container value={way} onValueChange={value => setWay(value === 'file' ? 'file' : 'youtube')}>
          <Tabs.List aria-label={UPLOAD.switchLabel} spacing="equal" className="switch">
            <Tabs.Item value="youtube">{UPLOAD.youtubeTab}</Tabs.Item>
            <Tabs.Item value="file">{UPLOAD.fileTab}</Tabs.Item>
          </Tabs.List>
          <Tabs.Panel value="youtube">
            <YoutubeForm
              key={link}
              startWith={link || search.get('link') || ''}
              onQuote={quote => setCandidate({ kind: 'youtube', quote })}
              onUseFile={() => setWay('file')}
            />
          </Tabs.Panel>
          <Tabs.Panel value="file">
            <FileForm onFiles={files => setCandidate({ kind: 'files', files, restored: false })} />
          </Tabs.Panel>
        </Tabs.Container>
      </section>
      <ResumeHint onChoose={() => setWay('file')} />
      <UploadList />
      {candidate && (
        <ConfirmDialog key={candidateKey(candidate)} candidate={candidate} onChange={setCandidate} onClose={reset} />
      )}
    </Page>
  )
}

function candidateKey(candidate: Candidate): string {
  return candidate.kind === 'youtube' ? candidate.quote.id : 'files'
}
