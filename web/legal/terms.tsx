import { useConfig } from '../services.ts'
import { LEGAL } from '../texts/legal.ts'
import { type Article, LegalPage } from './legal-page.tsx'
import { partyArticles } from './terms-parties.tsx'
import { serviceArticles } from './terms-service.tsx'
import { tokenArticles } from './terms-tokens.tsx'

/** Terms of service, revised 2024-09-19. */
export default function Terms() {
  const { company } = useConfig()
  const articles: readonly Article[] = [...partyArticles(company), ...tokenArticles, ...serviceArticles(company)]
  return (
    <LegalPage
      title={LEGAL.terms}
      intro={
        <p>
          {company.name}(이하 ‘회사’)가 운영하는 자막 서비스(이하 ‘서비스’)를 이용해 주셔서 고마워요. 이 약관은 회사와
          회원이 서로 지킬 약속이에요.
        </p>
      }
      articles={articles}
    />
  )
}
