import { RETENTION } from '../../lambdas/contract/retention.ts'
import { CompanyText, Configured } from '../shared/layout/configured.tsx'
import { FOOTER } from '../shared/texts.ts'
import { type Article, Clauses, LegalPage, LegalTable, NotYet } from './legal-page.tsx'
import { HANDLING_ARTICLES } from './privacy-handling.tsx'

/**
 * The privacy policy, revised 2024-09-19. Its articles follow article 30 of the Personal Information Protection Act.
 */
export default function Privacy() {
  return (
    <LegalPage
      title={FOOTER.privacy}
      intro={
        <p>
          <CompanyText field="name" />
          (이하 ‘회사’)는 개인정보 보호법에 따라 이용자의 개인정보를 지키고, 관련한 불편을 빠르게 처리하려고 이 방침을
          정해 공개합니다.
        </p>
      }
      articles={[...COLLECTION_ARTICLES, ...HANDLING_ARTICLES, ...RIGHTS_ARTICLES]}
    />
  )
}

const TRADE = `탈퇴할 때까지, 그 뒤 ${RETENTION.tradeYears}년`

/** Articles about the purpose, kinds and retention of the data. */
const COLLECTION_ARTICLES: readonly Article[] = [
  {
    title: '개인정보를 처리하는 목적',
    body: (
      <p>
        회사는 아래 목적에만 개인정보를 씁니다. 목적이 바뀌면 따로 동의를 받습니다. 회원 확인과 로그인, 자막 만들기와
        보내기, 토큰의 지급과 정산, 결제와 환불, 알림 이메일 보내기, 문의 답변, 부정 이용 방지, 서비스의 안전 지키기.
      </p>
    ),
  },
  {
    title: '처리하는 개인정보의 항목',
    body: (
      <>
        <LegalTable
          label="처리하는 개인정보"
          head={['언제', '항목', '필수·선택']}
          rows={[
            ['가입·로그인', '소셜 계정의 고유 번호, 이름(별명)', '필수'],
            ['알림', '이메일', '선택'],
            [
              '자막 만들기',
              '올린 영상이나 그 소리, 함께 준 대본과 메모, 영상의 작은 장면 사진 한 장, 영상의 제목과 길이, YouTube 링크, 만든 자막과 그 문장, 고친 내용',
              '필수',
            ],
            ['내 용어집', '적어 둔 영어와 한국어, 메모', '선택'],
            [
              '검토를 맡길 때',
              '회원이 적은 검토자의 이름, 검토자가 남긴 의견과 고친 내용, 링크를 연 횟수와 시간',
              '선택',
            ],
            ['결제', '주문 번호, 상품, 금액, 결제 수단의 종류, 결제 시간, 영수증 주소', '필수'],
            ['사업자 증빙', '사업자등록번호, 상호, 세금계산서를 받을 이메일', '선택'],
            ['문의', '문의 내용, 이메일이나 회원이 적은 연락처', '필수'],
            ['로그인하지 않고 가격을 볼 때', '접속한 네트워크의 주소를 변환한 값(해시)', '자동 수집'],
            ['이용하는 동안', '로그인, 로그아웃, 업로드, 다운로드 기록, 접속 IP 주소, 브라우저 종류', '자동 수집'],
          ]}
        />
        <p>
          카드 번호와 계좌 번호는 토스페이먼츠가 직접 받고, 회사는 받거나 보관하지 않습니다. 이메일은 소셜 계정에서
          동의한 때나 회원이 직접 적은 때에만 받습니다.
        </p>
      </>
    ),
  },
  {
    title: '보유하고 이용하는 기간',
    body: (
      <>
        <LegalTable
          label="보유 기간"
          head={['항목', '기간', '근거']}
          rows={[
            ['회원 정보', '탈퇴할 때까지', '회원의 동의, 계약 이행'],
            ['올린 영상과 소리, 대본과 메모, 작업 파일', `${RETENTION.videoDays}일`, '계약 이행'],
            ['자막과 그 문장, 고친 내용, 영상의 작은 장면 사진', '회원이 지우거나 탈퇴할 때까지', '계약 이행'],
            ['내 용어집', '회원이 지우거나 탈퇴할 때까지', '회원의 동의'],
            ['검토 링크', '회원이 정한 날까지(길어도 90일), 그 전에 회원이 지우거나 탈퇴할 때까지', '계약 이행'],
            ['검토자의 이름과 의견', '회원이 자막을 지우거나 탈퇴할 때까지', '계약 이행'],
            ['계약·청약철회 기록', TRADE, '전자상거래법'],
            ['대금 결제와 재화 공급 기록, 토큰 내역', TRADE, '전자상거래법'],
            ['사업자등록번호와 상호', TRADE, '국세기본법'],
            ['세금계산서를 받을 이메일', '탈퇴할 때까지', '회원의 동의'],
            ['소비자 불만·분쟁 처리 기록', '3년', '전자상거래법'],
            ['접속 기록, 로그인, 업로드, 다운로드 같은 이용 기록', `${RETENTION.logDays}일`, '통신비밀보호법'],
            [
              '가격을 본 방문자의 네트워크 주소를 변환한 값',
              '다음 정각까지, 그 뒤 자동 삭제',
              '부정 이용 방지(정당한 이익)',
            ],
            [
              '가입 선물을 받은 소셜 계정과 이메일의 암호화된 표시',
              `가입한 날부터 ${RETENTION.identityYears}년`,
              '부정 이용 방지(정당한 이익)',
            ],
          ]}
        />
        <p>
          네트워크 주소를 변환한 값은 같은 네트워크에서 한 시간에 가격을 확인하는 횟수를 제한하는 데에만 쓰고, 정각이
          지나면 쓰지 않습니다.
        </p>
        <p>
          마지막 항목은 되돌릴 수 없게 변환한 값이라 누구인지 알아낼 수 없습니다. 탈퇴한 뒤 다시 가입해 선물을 거듭 받는
          일을 막는 데에만 씁니다.
        </p>
      </>
    ),
  },
  {
    title: '만 14세 미만 아동',
    body: (
      <p>
        만 14세 미만인 사람의 개인정보는 법정대리인의 동의를 받아 처리합니다. 법정대리인은 아동의 개인정보를 보거나
        고치거나 지우도록 요구할 수 있고, 처리를 멈추도록 요구할 수 있습니다. 동의 없이 모은 사실을 알게 되면 바로
        지웁니다.
      </p>
    ),
  },
]

/** Articles about the user's rights, the privacy officer and supervisory authorities. */
const RIGHTS_ARTICLES: readonly Article[] = [
  {
    title: '이용자의 권리와 행사 방법',
    body: (
      <Clauses>
        {[
          '이용자는 언제든지 자기 개인정보를 보고, 고치고, 지우고, 처리를 멈추도록 요구할 수 있고, 동의를 철회할 수 있습니다.',
          '계정 화면에서 이메일을 바꾸고 탈퇴할 수 있고, 보관함에서 영상과 자막을, 내 용어집 화면에서 용어를 지울 수 있습니다. 그 밖의 요구는 문의하기나 아래 연락처로 알려 주십시오. 회사는 10일 안에 처리하고 알립니다.',
          '법정대리인이나 위임을 받은 사람도 요구할 수 있습니다. 이때에는 위임장을 보내 주십시오.',
          '법이 보관하라고 정한 것은 지우도록 요구할 수 없습니다.',
          '자막은 자동으로 만들지만, 이용자의 권리나 의무에 영향을 주는 결정을 자동으로 하지는 않습니다.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '개인정보 보호책임자',
    body: (
      <Configured fallback={<NotYet />}>
        {({ company }) => (
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
        )}
      </Configured>
    ),
  },
  {
    title: '권리가 침해된 때의 구제',
    body: (
      <>
        <p>아래 기관에 분쟁 해결이나 상담을 신청할 수 있습니다. 회사와 따로 있는 기관입니다.</p>
        <LegalTable
          label="구제 기관"
          head={['기관', '전화', '웹사이트']}
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
        이 방침은 2024년 9월 19일부터 적용합니다. 내용을 더하거나 빼거나 고칠 때에는 적용일 7일 전부터 서비스 화면에서
        알립니다. 이용자의 권리에 중요한 변경은 30일 전부터 알립니다.
      </p>
    ),
  },
]
