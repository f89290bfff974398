import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { VIDEO_TYPE } from '../../lambdas/contract/limits.ts'
import { tokenCost } from '../../lambdas/contract/pricing.ts'
import { clockTime } from '../../lambdas/contract/time.ts'
import { ENTRY } from '../shared/entry/texts.ts'
import { pieces } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Facts } from '../shared/layout/facts.tsx'
import { FileButton } from '../shared/layout/files.tsx'
import { Sentences } from '../shared/layout/states.tsx'
import { useServices } from '../shared/services.ts'
import { openPicker } from './file-form.tsx'
import { CONFIRM, PROGRESS, UPLOAD } from './texts.ts'
import { isAwaited } from './transfer/awaited.ts'
import { forgetResume, type ResumeRecord, readResumes } from './transfer/resume.ts'
import { giveUp, useUploadList } from './uploads-context.tsx'

const ASK_AGAIN_MS = 20_000

/**
 * Lists uploads interrupted by a reload or a crash. A page may not reopen a file on its own, so the user chooses the
 * file again or cancels the upload.
 */
export function UnfinishedUploads({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const { api } = useServices()
  const [given, setGiven] = useState<readonly string[]>([])
  const underWay = new Set(useUploadList().map(each => each.fingerprint))
  const records = readResumes(Date.now()).filter(each => !underWay.has(each.fingerprint) && !given.includes(each.id))
  const shown = useAwaited(records)
  if (shown.length === 0) return null
  const stop = (record: ResumeRecord) => {
    forgetResume(record.id, Date.now())
    setGiven([...given, record.id])
    void giveUp(api, record)
  }
  return (
    <section className="note resume" data-kind="warning" aria-labelledby="resume-title">
      <h2 id="resume-title">{PROGRESS.resumeTitle}</h2>
      <p>
        <Sentences text={PROGRESS.resumeText} />
      </p>
      <ul>
        {shown.map(record => (
          <li key={record.id} className="row">
            <div>
              <p className="resume-name">{record.request.filename}</p>
              <p className="muted small numbers">
                <Facts
                  facts={[
                    ENTRY.length(clockTime(record.request.durationSeconds)),
                    `${CONFIRM.held} ${pieces(tokenCost(record.request.durationSeconds))}`,
                  ]}
                />
              </p>
            </div>
            <FileButton
              kind="soft"
              size="small"
              accept={VIDEO_TYPE}
              multiple
              onClick={openPicker('video', onFiles)}
              onFiles={onFiles}
            >
              {UPLOAD.chooseSame}
            </FileButton>
            <Button kind="plain" size="small" onClick={() => stop(record)}>
              {PROGRESS.stop}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Records whose upload the server still awaits. */
function useAwaited(records: readonly ResumeRecord[]): ResumeRecord[] {
  const { api } = useServices()
  const answers = useQueries({
    queries: records.map(record => ({
      queryKey: ['unfinished', record.id],
      queryFn: () => isAwaited(api, record, Date.now()),
      refetchInterval: ASK_AGAIN_MS,
    })),
  })
  return records.filter((_, index) => answers[index]?.data !== false)
}
