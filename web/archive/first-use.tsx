import { useNewestEntries } from '../shared/entry/newest-entries.ts'
import { Sentences } from '../shared/layout/states.tsx'
import { SampleLink } from '../shared/sample-link.tsx'
import { ARCHIVE } from './texts.ts'

/** On the home page of a user without videos: the sample to try in the editor. */
export function FirstUse() {
  const { data } = useNewestEntries()
  if (data?.total !== 0) return null
  return (
    <section className="row first-use" aria-labelledby="first-use-title">
      <figure aria-hidden="true">
        <img src="/sample/sky.webp" alt="" width={288} height={162} loading="lazy" />
        <p className="caption" lang="ko">
          {SAMPLE_STILL.text}
        </p>
      </figure>
      <div>
        <h2 id="first-use-title">{ARCHIVE.firstUseTitle}</h2>
        <p className="muted">
          <Sentences text={ARCHIVE.firstUseText} />
        </p>
        <SampleLink />
      </div>
    </section>
  )
}
