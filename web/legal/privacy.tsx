import { useConfig } from '../services.ts'
import { LEGAL } from '../texts/legal.ts'
import { LegalPage } from './legal-page.tsx'
import { collectionArticles } from './privacy-collection.tsx'
import { handlingArticles } from './privacy-handling.tsx'
import { rightsArticles } from './privacy-rights.tsx'

/** Privacy policy, revised 2024-09-19; its articles follow article 30 of the Personal Information Protection Act. */
export default function Privacy() {
  const config = useConfig()
  return (
    <LegalPage
      title={LEGAL.privacy}
      intro={
        <p>
          {config.company.name}(이하 ‘회사’)는 개인정보 보호법에 따라 이용자의 개인정보를 지키고, 관련한 불편을 빠르게
          처리하려고 이 방침을 정해 공개해요.
        </p>
      }
      articles={[...collectionArticles, ...handlingArticles(config), ...rightsArticles(config.company)]}
    />
  )
}
