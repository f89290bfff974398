import { PACKAGES, SECONDS_PER_TOKEN, SIGNUP_TOKENS } from '../../lambdas/contract/pricing.ts'
import { count, pieces, won } from '../shared/format.ts'
import { type Article, Clauses, LegalTable } from './legal-page.tsx'

/** Articles about tokens, their prices and refunds. */
export const TOKEN_ARTICLES: readonly Article[] = [
  {
    title: '토큰과 이용 요금',
    body: (
      <>
        <Clauses>
          {[
            `영상 ${SECONDS_PER_TOKEN}초에 토큰 1개를 써요. 남는 초는 받지 않아요. 처음 가입한 회원에게는 토큰 ${SIGNUP_TOKENS}개를 드려요.`,
            '영상을 보내면 필요한 토큰을 먼저 맡아 두고, 영상의 실제 길이를 확인한 뒤 그 길이에 맞춰 정산해요.',
            '자막을 만들지 못하면 그 영상에 쓴 토큰을 모두 돌려 드려요. 영어 음성이 없거나 파일이 망가진 때도 같아요.',
            '토큰 상품과 값은 아래와 같아요. 보너스는 토큰 수에 들어 있어요. 값은 부가가치세를 포함해요.',
          ]}
        </Clauses>
        <LegalTable
          label="토큰 상품"
          head={['토큰', '값', '보너스']}
          rows={PACKAGES.map(({ tokens, price, bonus }) => [pieces(tokens), won(price), count(bonus)])}
        />
      </>
    ),
  },
  {
    title: '결제',
    body: (
      <Clauses>
        {[
          '결제는 결제대행사인 토스페이먼츠를 통해 카드, 계좌이체, 가상계좌 등으로 할 수 있어요.',
          '결제가 확인되면 토큰을 바로 드려요. 가상계좌는 입금이 확인된 때에 드려요.',
          '결제 수단을 부당하게 쓰거나 결제를 취소한 때에는 그 결제로 드린 토큰을 거두어요.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '청약철회와 환불',
    body: (
      <Clauses>
        {[
          '토큰은 환불되지 않아요. 다만 법이 청약철회를 인정하는 경우, 곧 산 날부터 7일 안이고 그 구매로 받은 토큰을 쓰지 않은 경우에는 전액 환불해 드려요.',
          '표시하거나 광고한 내용과 다르게 제공된 때에는 받은 날부터 3개월, 그 사실을 안 날부터 30일 안에 청약을 철회할 수 있어요.',
          '환불은 계정 화면의 문의하기나 메일로 신청해 주세요. 회사는 신청을 받은 날부터 3영업일 안에 결제한 수단으로 돌려 드려요.',
          '가입 선물과 보너스처럼 값을 받지 않고 드린 토큰은 환불 대상이 아니에요.',
          '회사의 사정으로 서비스를 끝내는 때에는 값을 내고 산 토큰 가운데 남은 것을 환불해 드려요.',
        ]}
      </Clauses>
    ),
  },
]
