import { Tabs } from '@aws-amplify/ui-react'
import { useCallback, useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { SECONDS_PER_TOKEN, SUBTITLE_SECONDS_PER_TOKEN } from '../../lambdas/contract/pricing.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { EmailForm } from '../shared/email-form.tsx'
import { parseGroup, useSeries } from '../shared/entry/series.ts'
import { pieces, spoken } from '../shared/format.ts'
import { ButtonLink } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Sentences } from '../shared/layout/states.tsx'
import { PERSONAL_KEYS } from '../shared/personal-data.ts'
import { useMe } from '../shared/queries.ts'
import type { Candidate } from './candidates.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { FileForm } from './file-form.tsx'
import { JobList, type Submitted } from './job-list.tsx'
import { takeKeptVideo } from './kept-video.ts'
import { EMAIL_REMINDER, UPLOAD } from './texts.ts'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { UploadHead } from './upload-head.tsx'
import { YoutubeForm } from './youtube-form.tsx'

const WAYS = ['youtube', 'file', 'subtitle'] as const
type Way = (typeof WAYS)[number]

function wayOf(value: string | null): Way {
  return WAYS.find(way => way === value) ?? 'youtube'
}

/** The upload screen: link or file form, confirmation popup, and a card for each video. */
export function UploadScreen() {
  const [candidate, setCandidate] = useState<Candidate>()
  const { data: me } = useMe()
  const [search] = useSearchParams()
  const series = useSeries(parseGroup(search.get('series')) ?? candidate?.restored?.choices?.joins)
  const location = useLocation()
  const [way, setWay] = useState(() => wayOf(search.get('way')))
  const [submitted, setSubmitted] = useState<readonly EntryView[]>([])
  const [latest, setLatest] = useState<Submitted>()
  /** Files of interrupted uploads. */
  const [chosenAgain, setChosenAgain] = useState<readonly File[]>()
  /** Bumped to remount (reset) the link form. */
  const [round, setRound] = useState(0)
  const reset = useCallback(() => {
    setCandidate(undefined)
    setRound(before => before + 1)
  }, [])

  // Follows links to `?way=` on this screen, too.
  useEffect(() => setWay(wayOf(new URLSearchParams(location.search).get('way'))), [location])

  useEffect(() => {
    void takeKeptVideo(Date.now()).then(kept => {
      const [first] = kept?.items ?? []
      if (!first) return
      setWay(first.kind)
      setCandidate(kept)
    })
  }, [])

  return (
    <Page title={UPLOAD.title} heading={false}>
      {!me?.notice && <UploadHead cost={costText(way, me?.token)} />}
      {series && (
        <p className="note" role="status">
          {UPLOAD.joins(series.name)} <Link to="/">{UPLOAD.joinsNot}</Link>
        </p>
      )}
      {!me?.notice && <UnfinishedUploads onFiles={setChosenAgain} />}
      {me?.notice ? (
        <Stopped notice={me.notice} />
      ) : (
        <section className="card">
          <Tabs.Container value={way} onValueChange={value => setWay(wayOf(value))}>
            <Tabs.List aria-label={UPLOAD.switchLabel} spacing="equal" className="switch">
              <Tabs.Item value="youtube">{UPLOAD.youtubeTab}</Tabs.Item>
              <Tabs.Item value="file">{UPLOAD.fileTab}</Tabs.Item>
              <Tabs.Item value="subtitle">{UPLOAD.subtitleTab}</Tabs.Item>
            </Tabs.List>
            <Tabs.Panel value="youtube">
              <YoutubeForm
                key={round}
                startWith={(round === 0 && search.get('link')) || ''}
                onChosen={setCandidate}
                onUseFile={() => setWay('file')}
              />
            </Tabs.Panel>
            <Tabs.Panel value="file">
              <FileForm
                kind="video"
                startWith={chosenAgain}
                takesDrops={way !== 'subtitle'}
                onReading={() => setWay('file')}
                onChosen={setCandidate}
              />
            </Tabs.Panel>
            <Tabs.Panel value="subtitle">
              <FileForm
                kind="subtitle"
                takesDrops={way === 'subtitle'}
                onReading={() => setWay('subtitle')}
                onChosen={setCandidate}
              />
            </Tabs.Panel>
          </Tabs.Container>
        </section>
      )}
      <EmailReminder />
      <JobList submitted={submitted} latest={latest} />
      {candidate && (
        <ConfirmDialog
          candidate={candidate}
          series={series}
          onChange={setCandidate}
          onClose={reset}
          onSubmitted={entry => {
            if (entry) setSubmitted(before => [entry, ...before])
            setLatest({ entry })
            reset()
          }}
        />
      )}
    </Page>
  )
}

/** In place of the forms while the operator accepts no videos: why, until when, and where the subtitles are. */
function Stopped({ notice }: { notice: string }) {
  return (
    <section className="card" role="status">
      <div className="state" data-warning>
        <h1 tabIndex={-1}>{UPLOAD.stopped}</h1>
        <p>{notice}</p>
        <ButtonLink to="/user" kind="outline">
          {UPLOAD.toArchive}
        </ButtonLink>
      </div>
    </section>
  )
}

/**
 * Asks for an email address if the social account has none, until the user declines: finished subtitles are announced
 * by email.
 */
function EmailReminder() {
  const { data: me } = useMe()
  const [declined, setDeclined] = useState(() => localStorage.getItem(PERSONAL_KEYS.noEmailWanted) !== null)
  if (!me || me.email !== undefined || declined) return null
  return (
    <section className="card email-reminder" aria-labelledby="email-title">
      <div className="jobs-head">
        <h2 id="email-title">{EMAIL_REMINDER.title}</h2>
        <button
          type="button"
          className="link-button"
          onClick={() => {
            localStorage.setItem(PERSONAL_KEYS.noEmailWanted, '1')
            setDeclined(true)
          }}
        >
          {EMAIL_REMINDER.later}
        </button>
      </div>
      <p className="muted">
        <Sentences text={me.giftDue ? EMAIL_REMINDER.gift(pieces(me.giftDue)) : EMAIL_REMINDER.text} />
      </p>
      <EmailForm kind={me.giftDue ? 'primary' : 'outline'} />
    </section>
  )
}

/** Price of what the open tab sends, and the length that the balance pays for. */
function costText(way: Way, balance: number | undefined): string | undefined {
  if (balance === undefined) return undefined
  if (way === 'subtitle')
    return balance > 0 ? UPLOAD.subtitleCostOf(spoken(balance * SUBTITLE_SECONDS_PER_TOKEN)) : UPLOAD.subtitleCostNone
  return balance > 0 ? UPLOAD.costOf(spoken(balance * SECONDS_PER_TOKEN)) : UPLOAD.costNone
}
