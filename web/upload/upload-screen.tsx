import { Tabs } from '@aws-amplify/ui-react'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SECONDS_PER_TOKEN } from '../../lambdas/contract/pricing.ts'
import { spoken } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { MailForm } from '../shared/mail-form.tsx'
import { PERSONAL_KEYS } from '../shared/personal-data.ts'
import { useMe } from '../shared/queries.ts'
import { ACCOUNT } from '../shared/texts/account.ts'
import { PROGRESS, UPLOAD } from '../shared/texts/upload.ts'
import type { Candidate } from './candidate.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { FileForm } from './file-form.tsx'
import { takeKeptVideo } from './kept-video.ts'
import { forgetResume, readResumes } from './transfer/resume.ts'
import { UploadList } from './upload-list.tsx'
import { useUploadList } from './uploads-context.tsx'
import { YoutubeForm } from './youtube-form.tsx'

type Way = 'youtube' | 'file'

/** The upload screen: a form for a link or files, the popup that confirms them, and the uploads in progress. */
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

/** Asks for a mail address if the social account has none, until the user declines: finished subtitles are announced by mail. */
function MailReminder() {
  const { data: me } = useMe()
  const [declined, setDeclined] = useState(() => localStorage.getItem(PERSONAL_KEYS.noMailWanted) !== null)
  if (!me || me.email !== undefined || declined) return null
  return (
    <section className="card mail-reminder" aria-labelledby="mail-title">
      <h2 id="mail-title">{ACCOUNT.mailAskTitle}</h2>
      <p className="muted">{ACCOUNT.mailAskText}</p>
      <MailForm />
      <Button
        kind="plain"
        size="small"
        onClick={() => {
          localStorage.setItem(PERSONAL_KEYS.noMailWanted, '1')
          setDeclined(true)
        }}
      >
        {ACCOUNT.mailLater}
      </Button>
    </section>
  )
}

/** Lists uploads that a reload interrupted. A page may not reopen a file by itself, so the user has to choose it again. */
function ResumeHint({ onChoose }: { onChoose(): void }) {
  const [resumes, setResumes] = useState(() => readResumes(Date.now()))
  const underWay = new Set(useUploadList().map(each => each.fingerprint))
  const shown = resumes.filter(each => !underWay.has(each.fingerprint))
  if (shown.length === 0) return null
  return (
    <section className="card resume" aria-labelledby="resume-title">
      <h2 id="resume-title">{PROGRESS.resumeTitle}</h2>
      <ul>
        {shown.map(({ key, name }) => (
          <li key={key}>
            <p>{PROGRESS.resumeText(name)}</p>
            <Button
              kind="plain"
              size="small"
              onClick={() => {
                forgetResume(key, Date.now())
                setResumes(readResumes(Date.now()))
              }}
            >
              {PROGRESS.resumeForget}
            </Button>
          </li>
        ))}
      </ul>
      <Button onClick={onChoose}>{UPLOAD.choose}</Button>
    </section>
  )
}
