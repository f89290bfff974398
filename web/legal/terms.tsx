import { Fragment } from 'react'
import {
  PACKAGES,
  SECONDS_PER_TOKEN,
  SIGNUP_TOKENS,
  SUBTITLE_SECONDS_PER_TOKEN,
} from '../../lambdas/contract/pricing.ts'
import { pieces, won } from '../shared/format.ts'
import { CompanyText } from '../shared/layout/configured.tsx'
import { FOOTER } from '../shared/texts.ts'
import { type Article, Clauses, LegalPage, LegalTable } from './legal-page.tsx'
import { SERVICE_ARTICLES } from './terms-service.tsx'

/** The terms of service, revised 2024-09-19. */
export default function Terms() {
  return (
    <LegalPage
      title={FOOTER.terms}
      intro={
        <p>
          <CompanyText field="name" />
          (이하 ‘회사’)가 운영하는 자막 서비스(이하 ‘서비스’)를 이용해 주셔서 감사합니다. 이 약관은 회사와 회원이 서로
          지킬 약속입니다.
        </p>
      }
      articles={[...PARTY_ARTICLES, ...TOKEN_ARTICLES, ...SERVICE_ARTICLES]}
    />
  )
}

/** Articles about the parties, definitions and changes to the terms. */
const PARTY_ARTICLES: readonly Article[] = [
  {
    title: '목적',
    body: (
      <p>
        이 약관은 회사가 제공하는 서비스의 이용 조건과 절차, 회사와 회원의 권리와 의무, 책임을 정하는 데 목적이
        있습니다.
      </p>
    ),
  },
  {
    title: '용어',
    body: (
      <Clauses>
        {[
          '‘서비스’는 회원이 보낸 영상의 영어 음성이나 영어 자막을 번역해 한국어 자막 파일(SRT 등)을 만들어 주는 온라인 서비스입니다.',
          '‘회원’은 소셜 계정으로 로그인하고 이 약관에 동의한 사람입니다.',
          '‘영상’은 회원이 올린 MP4 파일이나 회원이 알려 준 YouTube 영상이고, ‘자막’은 그 영상이나 회원이 올린 영어 자막으로 만든 자막 파일입니다.',
          '‘토큰’은 서비스를 쓸 때 내는 선불 이용권입니다. 현금이 아니고, 다른 사람에게 넘기거나 팔 수 없습니다.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '약관의 게시와 변경',
    body: (
      <Clauses>
        {[
          '회사는 이 약관과 회사의 상호, 대표자, 주소, 연락처, 사업자등록번호를 회원이 쉽게 볼 수 있는 화면에 게시합니다.',
          '회사는 법을 어기지 않는 범위에서 약관을 바꿀 수 있습니다. 바꿀 때에는 적용일과 이유, 바뀌는 내용을 적용일 7일 전부터 서비스 화면에 알립니다. 회원에게 불리한 변경은 30일 전부터 알리고, 이메일을 등록한 회원에게는 이메일로도 보냅니다.',
          '회원은 바뀐 약관에 동의하지 않으면 탈퇴할 수 있습니다. 적용일 뒤에도 서비스를 계속 쓰면 바뀐 약관에 동의한 것으로 봅니다. 회사는 변경을 알릴 때 이 점도 함께 알립니다.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '가입',
    body: (
      <Clauses>
        {[
          '소셜 계정으로 처음 로그인하면 이 약관에 동의하고 가입한 것으로 봅니다.',
          '한 사람은 계정 하나만 쓸 수 있습니다. 가입 선물은 소셜 계정마다 한 번만 드립니다.',
          '만 14세 미만인 사람은 법정대리인이 동의해야 가입할 수 있습니다.',
          '다른 사람의 계정을 쓰거나 이용이 제한된 사람이 다시 가입하면 회사는 가입을 받지 않거나 나중에 취소할 수 있습니다.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '회사의 의무',
    body: (
      <Clauses>
        {[
          '회사는 서비스를 안정적으로 제공하려고 노력하고, 고장이 나면 바로 고칩니다.',
          '회사는 회원의 개인정보를 개인정보처리방침에 따라 지킵니다.',
          <Fragment key="complaints">
            회사는 회원의 의견과 불만을 <CompanyText field="email" />
            에서 받고, 처리한 결과를 이메일로 알립니다.
          </Fragment>,
        ]}
      </Clauses>
    ),
  },
]

/** Articles about tokens, prices and refunds. */
const TOKEN_ARTICLES: readonly Article[] = [
  {
    title: '토큰과 이용 요금',
    body: (
      <>
        <Clauses>
          {[
            `영상 ${SECONDS_PER_TOKEN}초에 토큰 1개를 씁니다. ${SECONDS_PER_TOKEN}초가 안 되는 나머지는 계산하지 않습니다. 처음 가입한 회원에게는 토큰 ${SIGNUP_TOKENS}개를 드립니다.`,
            `영어 자막은 첫 대사부터 마지막 대사까지 ${SUBTITLE_SECONDS_PER_TOKEN}초에 토큰 1개를 쓰고, 글이 1분에 평균 900자를 넘으면 450자에 1개를 씁니다. 나머지는 계산하지 않습니다. 다만 적어도 1개는 씁니다.`,
            '영상을 보내면 필요한 토큰을 미리 잡아 두고, 영상의 실제 길이를 확인한 뒤 그 길이에 맞춰 정산합니다.',
            '자막을 만들지 못하면 그 영상에 쓴 토큰을 모두 돌려 드립니다. 영어 음성이 없거나 파일이 망가진 때도 같습니다.',
            '토큰 상품과 가격은 아래와 같습니다. 보너스는 토큰 수에 들어 있습니다. 가격은 부가가치세를 포함합니다.',
          ]}
        </Clauses>
        <LegalTable
          label="토큰 상품"
          head={['토큰', '가격', '보너스']}
          rows={PACKAGES.map(({ tokens, price, bonus }) => [pieces(tokens), won(price), pieces(bonus)])}
        />
      </>
    ),
  },
  {
    title: '결제',
    body: (
      <Clauses>
        {[
          '결제는 결제대행사인 토스페이먼츠를 통해 카드, 계좌이체, 가상계좌 등으로 할 수 있습니다.',
          '결제가 확인되면 토큰을 바로 충전합니다. 가상계좌는 입금이 확인된 때에 충전합니다.',
          '결제 수단을 부당하게 쓰거나 결제를 취소한 때에는 그 결제로 충전한 토큰을 회수합니다.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '청약철회와 환불',
    body: (
      <Clauses>
        {[
          '토큰은 환불되지 않습니다. 다만 법이 청약철회를 인정하는 경우, 곧 산 날부터 7일 안이고 그 구매로 받은 토큰을 하나도 쓰지 않았다면 전액 환불해 드립니다.',
          '표시하거나 광고한 내용과 다르게 제공된 때에는 받은 날부터 3개월, 그 사실을 안 날부터 30일 안에 청약을 철회할 수 있습니다.',
          '환불은 계정 화면의 문의하기나 이메일로 신청해 주십시오. 회사는 신청을 받은 날부터 3영업일 안에 결제한 수단으로 돌려 드립니다.',
          '가입 선물과 보너스처럼 값을 받지 않고 드린 토큰은 환불 대상이 아닙니다.',
          '회사의 사정으로 서비스를 끝내는 때에는 값을 내고 산 토큰 가운데 남은 것을 환불해 드립니다.',
        ]}
      </Clauses>
    ),
  },
]
