import { useState } from 'react'
import { Button } from '../layout/button.tsx'
import { PROGRESS, UPLOAD } from '../texts/upload.ts'
import { forgetResume, readResumes } from './transfer/resume.ts'
import { useUploadList } from './uploads-context.ts'

/** Uploads that a reload cut off: the page may not open the file again by itself, so it asks for it. */
export function ResumeHint({ onChoose }: { onChoose(): void }) {
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
