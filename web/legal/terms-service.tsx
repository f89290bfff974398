import { Fragment } from 'react'
import { NO_TRAINING, OPERATOR_ACCESS } from '../shared/data-use.ts'
import { CompanyText } from '../shared/layout/configured.tsx'
import { type Article, Clauses } from './legal-page.tsx'

/** Articles about using the service, terminating it and liability. */
export const SERVICE_ARTICLES: readonly Article[] = [
  {
    title: '영상과 자막의 보관',
    body: (
      <Clauses>
        {[
          '올린 영상은 3일 동안 보관한 뒤 자동으로 지워요.',
          '만든 자막은 언제든지 다운로드할 수 있어요. 회원이 지우거나 탈퇴하면 지워요.',
          '회원은 보관함에서 영상과 자막을 언제든지 바로 지울 수 있어요.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '회원의 의무',
    body: (
      <Clauses>
        {[
          '회원은 자막을 만들 권리가 있는 영상만 보내야 해요. 저작권, 초상권 같은 다른 사람의 권리를 침해하면 안 돼요.',
          '불법 촬영물, 아동·청소년 성착취물처럼 법이 금지하는 영상을 보내면 안 돼요.',
          '서비스를 방해하거나, 자동화된 수단으로 지나치게 많이 요청하거나, 토큰을 부당하게 얻으면 안 돼요.',
          'YouTube 링크를 쓰는 회원은 YouTube의 이용약관도 지켜야 해요.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '이용 제한과 회원 자격 상실',
    body: (
      <Clauses>
        {[
          '회사는 회원이 이 약관을 어기면 이용을 제한하거나 회원 자격을 없앨 수 있어요.',
          '이용을 제한할 때에는 이유와 기간을 미리 이메일이나 서비스 화면으로 알리고 회원의 말을 들어요. 급하게 막아야 하는 때에는 먼저 제한하고 알릴 수 있어요.',
          '회원은 이용 제한에 이의를 제기할 수 있고, 이의가 맞으면 회사는 제한을 바로 풀어요.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '탈퇴',
    body: (
      <Clauses>
        {[
          '회원은 계정 화면에서 언제든지 탈퇴할 수 있어요.',
          '탈퇴하면 영상과 자막, 개인정보를 지우고, 남은 토큰은 없어져요. 환불받을 수 있는 토큰이 있으면 탈퇴하기 전에 환불을 신청해 주세요.',
          '법이 보관하라고 정한 기록은 정해진 기간 동안 따로 보관해요.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '권리의 귀속',
    body: (
      <Clauses>
        {[
          '영상의 권리는 회원이나 원래의 권리자에게 있어요. 회사는 자막을 만드는 데에만 영상을 써요.',
          '회사는 만든 자막의 사용을 제한하지 않아요. 다만 원래 영상의 권리자가 가진 권리는 그대로예요.',
          `${NO_TRAINING} 처리를 맡은 곳이 서비스 개선에 쓰는지는 개인정보처리방침에 적어 두었어요.`,
          OPERATOR_ACCESS,
          '서비스 화면과 프로그램의 권리는 회사에 있어요.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '서비스의 변경과 중단',
    body: (
      <Clauses>
        {[
          '점검이나 고장, 통신 두절, 천재지변이 있으면 서비스를 잠시 멈출 수 있어요. 미리 알 수 있는 일은 미리 알려요.',
          '서비스를 끝낼 때에는 30일 전에 알리고, 그동안 자막을 다운로드할 수 있게 해요.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '책임',
    body: (
      <Clauses>
        {[
          '자막은 자동으로 만들어요. 회사는 품질을 높이려고 노력하지만 모든 말이 정확하게 옮겨진다고 보증하지는 않아요. 중요한 곳에 쓸 때에는 확인하고 써 주세요.',
          '회사의 고의나 과실로 회원에게 손해가 생기면 회사는 법에 따라 배상해요.',
          '천재지변이나 회원의 잘못으로 생긴 손해에는 회사가 책임지지 않아요.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '분쟁의 해결',
    body: (
      <Clauses>
        {[
          <Fragment key="contact">
            불편한 점은 이메일(
            <CompanyText field="email" />
            )이나 전화(
            <CompanyText field="phone" />
            )로 알려 주세요. 회사는 되도록 빨리 풀어 드려요.
          </Fragment>,
          '이 약관에는 대한민국 법을 적용해요. 회사와 회원 사이의 소송은 민사소송법이 정한 법원에서 해요.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '부칙',
    body: <p>이 약관은 2024년 9월 19일부터 적용해요.</p>,
  },
]
