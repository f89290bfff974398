import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { EntryView } from '../../lambdas/contract/routes.ts'
import { nameOfTitle } from '../../lambdas/contract/title.ts'
import { ButtonLink } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Empty, Failed, Loading } from '../shared/layout/states.tsx'
import { KEYS } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'
import { CertificateBadge, DownloadButton } from '../shared/subtitle-file.tsx'
import { PREVIEW } from '../shared/texts/archive.ts'
import { Player } from './player.tsx'

/** Plays the subtitle of one entry as a viewer sees it. */
export function PreviewScreen() {
  const { key = '' } = useParams()
  const { api } = useServices()
  const parameters = { key }
  const entry = useQuery({
    queryKey: KEYS.entry(key),
    queryFn: ({ signal }) => api('readEntry', { parameters, signal }),
  })
  const cues = useQuery({
    queryKey: KEYS.cues(key),
    queryFn: ({ signal }) => api('previewCues', { parameters, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failed = entry.error ?? cues.error
  if (failed) {
    return (
      <Page title={PREVIEW.title}>
        <Failed
          error={failed}
          onRetry={() => {
            void entry.refetch()
            void cues.refetch()
          }}
        />
        <BackLink />
      </Page>
    )
  }
  if (!entry.data || !cues.data) {
    return (
      <Page title={PREVIEW.title}>
        <Loading />
      </Page>
    )
  }
  return (
    <Page title={nameOfTitle(entry.data.title)} heading={false}>
      <Head entry={entry.data} />
      {cues.data.cues.length === 0 ? (
        <Empty title={PREVIEW.noCues} />
      ) : (
        <Player cues={cues.data.cues} entry={entry.data} />
      )}
    </Page>
  )
}

function Head({ entry }: { entry: EntryView }) {
  const name = nameOfTitle(entry.title)
  return (
    <header className="preview-head">
      <BackLink />
      <h1 tabIndex={-1}>{name}</h1>
      <p className="entry-facts muted small">
        <CertificateBadge entry={entry} />
      </p>
      <DownloadButton entryKey={entry.key} name={name} />
    </header>
  )
}

function BackLink() {
  return (
    <ButtonLink to="/user" kind="plain" size="small" className="back">
      ← {PREVIEW.back}
    </ButtonLink>
  )
}
