import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fullDescription, type YoutubeText } from '../../../lambdas/contract/youtube-text.ts'
import { copyText } from '../copy-text.ts'
import { Button } from '../layout/button.tsx'
import { Dialog } from '../layout/dialog.tsx'
import { Alert, Awaited, Sentences } from '../layout/states.tsx'
import { KEYS } from '../queries.ts'
import { messageOf } from '../request-failed.ts'
import { useServices } from '../services.ts'
import { WITHOUT_CHAPTERS, YOUTUBE_TEXT } from './texts.ts'

interface YoutubeTextDialogProps {
  entryKey: string
  /** Runs before each request, so that the server has the latest edits. */
  saveFirst: (() => Promise<unknown>) | undefined
  onClose: () => void
}

/** Shows the stored text for YouTube, has a language model write one, and copies it. */
export default function YoutubeTextDialog({ entryKey, saveFirst, onClose }: YoutubeTextDialogProps) {
  const { api } = useServices()
  const queries = useQueryClient()
  const queryKey = KEYS.youtubeText(entryKey)
  const parameters = { key: entryKey }
  const stored = useQuery({
    queryKey,
    async queryFn({ signal }) {
      await saveFirst?.()
      return api('readYoutubeText', { parameters, signal })
    },
    gcTime: 0,
  })
  const writing = useMutation({
    async mutationFn() {
      await saveFirst?.()
      return api('writeYoutubeText', { parameters })
    },
    onSuccess: view => queries.setQueryData(queryKey, view),
    // The number of texts left may have changed on another device.
    onError: () => void stored.refetch(),
  })
  const { text, isOutdated = false, left = 0 } = stored.data ?? {}
  const busy = writing.isPending
  const write = stored.data && (
    <Button
      kind={text && !isOutdated && !writing.isError ? 'outline' : 'primary'}
      disabled={busy || left === 0}
      onClick={() => writing.mutate()}
    >
      {busy ? YOUTUBE_TEXT.writing : text ? YOUTUBE_TEXT.writeAgain : YOUTUBE_TEXT.write}
    </Button>
  )
  return (
    <Dialog title={YOUTUBE_TEXT.title} onClose={onClose} actions={write ?? null}>
      <div className="youtube-text" aria-busy={busy}>
        <Awaited query={stored} />
        {stored.data && !text && <p>{YOUTUBE_TEXT.intro}</p>}
        {text && <Written key={JSON.stringify(text)} text={text} />}
        {isOutdated && <p className="small">{YOUTUBE_TEXT.outdated}</p>}
        {stored.data && (
          <p className="muted small">
            <Sentences text={text ? `${YOUTUBE_TEXT.check} ${YOUTUBE_TEXT.left(left)}` : YOUTUBE_TEXT.most(left)} />
          </p>
        )}
        <p className="muted small" role="status">
          {busy && YOUTUBE_TEXT.patience}
          {writing.isSuccess && <span className="visually-hidden">{YOUTUBE_TEXT.written}</span>}
        </p>
        <Alert>
          {writing.isError && <Sentences text={messageOf(writing.error) + (text ? YOUTUBE_TEXT.kept : '')} />}
        </Alert>
      </div>
    </Dialog>
  )
}

/** Title and description as they go into YouTube's two fields, each with a button that copies it. */
function Written({ text }: { text: YoutubeText }) {
  const [status, setStatus] = useState<string>()
  const hasChapters = text.chapters.length > 0
  const description = fullDescription(text)
  const copy = async (content: string, copied: string) =>
    setStatus((await copyText(content)) ? copied : YOUTUBE_TEXT.notCopied)
  const copied = hasChapters ? YOUTUBE_TEXT.descriptionCopied : YOUTUBE_TEXT.descriptionOnlyCopied
  return (
    <>
      <section>
        <h3 className="small muted">{YOUTUBE_TEXT.heading}</h3>
        <p>
          <strong>{text.title}</strong>
        </p>
        <Button size="small" kind="soft" onClick={() => void copy(text.title, YOUTUBE_TEXT.titleCopied)}>
          {YOUTUBE_TEXT.copyTitle}
        </Button>
      </section>
      <section>
        <h3 className="small muted">{hasChapters ? YOUTUBE_TEXT.description : YOUTUBE_TEXT.descriptionOnly}</h3>
        <p className="youtube-description numbers">{description}</p>
        <Button size="small" kind="soft" onClick={() => void copy(description, copied)}>
          {hasChapters ? YOUTUBE_TEXT.copyDescription : YOUTUBE_TEXT.copyDescriptionOnly}
        </Button>
      </section>
      {text.withoutChapters && <p className="small">{WITHOUT_CHAPTERS[text.withoutChapters]}</p>}
      <p className="small" role="status">
        {status}
      </p>
    </>
  )
}
