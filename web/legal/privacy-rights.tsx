import type { SiteConfig } from '../../lambdas/contract/site-config.ts'
import { type Article, Clauses, LegalTable } from './legal-page.tsx'

/** Articles about the user's rights, the privacy officer and other authorities to turn to. */
export function rightsArticles(company: SiteConfig['company']): Article[] {
  return [
    {
      title: '이용자의 권리와 행사 방법',
      body: (
        <Clauses>
          {[
            '이용자는 언제든 자기 개인정보를 보고, 고치고, 지우고, 처리를 멈추도록 요구할 수 있고, 동의를 거둘 수 있어요.',
            '계정 화면에서 이메일을 바꾸고 탈퇴할 수 있고, 보관함에서 영상과 자막을 지울 수 있어요. 그 밖의 요구는 문의하기나 아래 연락처로 알려 주세요. 회사는 10일 안에 처리하고 알려요.',
            '법정대리인이나 위임을 받은 사람도 요구할 수 있어요. 이때에는 위임장을 보내 주세요.',
            '법이 보관하라고 정한 것은 지우도록 요구할 수 없어요.',
            '자막은 자동으로 만들지만, 이용자의 권리나 의무에 영향을 주는 결정을 자동으로 하지는 않아요.',
          ]}
        </Clauses>
      ),
    },
    {
      title: '개인정보 보호책임자',
      body: (
        <LegalTable
          label="개인정보 보호책임자"
          head={['구분', '내용']}
          rows={[
            ['책임자', company.representative],
            ['이메일', company.email],
            ['전화', company.phone],
            ['주소', company.address],
          ]}
        />
      ),
    },
    {
      title: '권리가 침해된 때의 구제',
      body: (
        <>
          <p>아래 기관에 분쟁 해결이나 상담을 신청할 수 있어요. 회사와 따로 있는 기관이에요.</p>
          <LegalTable
            label="구제 기관"
            head={['기관', '전화', '누리집']}
            rows={[
              ['개인정보분쟁조정위원회', '1833-6972', 'www.kopico.go.kr'],
              ['개인정보침해신고센터', '118', 'privacy.kisa.or.kr'],
              ['대검찰청', '1301', 'www.spo.go.kr'],
              ['경찰청', '182', 'ecrm.police.go.kr'],
            ]}
          />
        </>
      ),
    },
    {
      title: '방침의 변경',
      body: (
        <p>
          이 방침은 2024년 9월 19일부터 적용해요. 내용을 더하거나 빼거나 고칠 때에는 적용일 7일 전부터 서비스 화면에서
          알려요. 이용자의 권리에 중요한 변경은 30일 전부터 알려요.
        </p>
      ),
    },
  ]
}
