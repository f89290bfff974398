import type { Geography, SiteConfig } from '../../lambdas/contract/site-config.ts'
import { NO_TRAINING, OPERATOR_ACCESS, providerUse } from '../shared/data-use.ts'
import { Configured } from '../shared/layout/configured.tsx'
import { type Article, Clauses, LegalTable, NotYet } from './legal-page.tsx'

const REGIONS: Record<string, string> = {
  'ap-northeast-2': '대한민국(서울)',
  'ap-northeast-1': '일본(도쿄)',
  'ap-northeast-3': '일본(오사카)',
  'ap-southeast-1': '싱가포르',
  'us-east-1': '미국(버지니아)',
  'us-west-2': '미국(오리건)',
}

/** Regions in which a cross-region profile of Bedrock may run a model. */
const PROFILES: Record<Exclude<Geography, 'region'>, string> = {
  us: '미국',
  eu: '유럽 연합의 여러 나라',
  jp: '일본',
  apac: '아시아·태평양의 여러 나라(한국, 일본, 싱가포르, 인도, 호주 등)',
  global: 'Amazon Bedrock이 있는 모든 나라',
}

/** The transcription and translation services of this deployment: service, task, data received, location. */
function engineRows({ processing: { model } }: SiteConfig, place: string): string[][] {
  const elsewhere = model && model.geography !== 'region' ? PROFILES[model.geography] : place
  return [
    ['Amazon Transcribe', '영어 음성 인식', '영상의 소리', place],
    ...(model
      ? [
          [
            'Amazon Bedrock',
            '언어 모델로 번역',
            '음성에서 인식한 영어 문장, 내 용어집, 다시 번역할 때 그 자막과 바라는 것, YouTube용 글을 만들 때 그 자막',
            elsewhere,
          ],
        ]
      : []),
    [
      'Amazon Translate',
      model ? '언어 모델이 답하지 못할 때 번역' : '번역',
      '음성에서 인식한 영어 문장, 내 용어집',
      place,
    ],
  ]
}

interface ConfigProps {
  config: SiteConfig
}

/** The processors that work for the company, and where the deployment's services run. */
export function Entrusted({ config }: ConfigProps) {
  return (
    <>
      <LegalTable
        label="처리를 맡긴 곳"
        head={['맡은 곳', '맡긴 일']}
        rows={[
          ['Amazon Web Services, Inc.', '서버와 저장소 운영, 로그인 처리, 음성 인식과 번역, 알림 이메일 보내기'],
          ['토스페이먼츠 주식회사', '결제 처리, 결제 취소와 환불, 영수증과 현금영수증 발급'],
        ]}
      />
      <LegalTable
        label="Amazon의 인식과 번역 서비스"
        head={['서비스', '하는 일', '받는 것', '처리하는 곳']}
        rows={engineRows(config, placeOf(config))}
      />
      <p>
        {OPERATOR_ACCESS.legal} {NO_TRAINING} {providerUse(config).legal}
      </p>
      <p>
        회사는 맡긴 일이 아닌 데에 개인정보를 쓰지 못하게 하고 안전하게 다루는지 살핍니다. 맡은 곳이나 맡긴 일이 바뀌면
        이 방침으로 알립니다.
      </p>
    </>
  )
}

const ABROAD_FACTS = ['받는 곳', '나라', '항목', '목적', '이전 시기와 방법', '보유 기간']
const AMAZON = 'aws-korea-privacy@amazon.com'
const ENCRYPTED = '암호화한 통신으로'

/** Data transferred abroad, one table per transfer. */
export function Abroad({ config }: ConfigProps) {
  const { processing, company, region } = config
  const place = placeOf(config)
  const isKorea = region === 'ap-northeast-2'
  const ofAmazon = [
    ...(isKorea
      ? []
      : [
          [
            `Amazon Web Services, Inc.\n(${AMAZON})`,
            place,
            '위에 적은 항목 모두',
            '보관과 처리의 위탁',
            `서비스를 쓸 때 ${ENCRYPTED}`,
            '위에 적은 기간',
          ],
        ]),
    ...engineRows(config, place)
      .filter(([, , , where]) => where !== place)
      .map(([service = '', purpose = '', items = '', where = '']) => [
        `Amazon Web Services, Inc.의 ${service}\n(${AMAZON})`,
        where,
        items,
        purpose,
        `자막을 만들 때 ${ENCRYPTED}`,
        '보유하지 않음',
      ]),
    ...(processing.optedOut
      ? []
      : [
          [
            `Amazon Web Services, Inc.의 Amazon Transcribe와 Amazon Translate\n(${AMAZON})`,
            '두 서비스가 있는 나라(미국 등)',
            '영상의 소리, 음성에서 인식한 영어 문장, 내 용어집',
            'Amazon의 서비스 개선',
            `자막을 만든 뒤에 ${ENCRYPTED}`,
            'Amazon이 서비스 개선에 이용하는 기간',
          ],
        ]),
  ]
  const recipients = [
    ...ofAmazon,
    [
      'Google LLC\n(googlekrsupport@google.com)',
      '미국',
      'YouTube 영상 번호',
      'YouTube 영상의 제목과 길이 확인',
      `YouTube 링크를 넣을 때 ${ENCRYPTED}`,
      '보유하지 않음',
    ],
  ]
  return (
    <>
      {recipients.map(([name = '', ...facts]) => (
        <LegalTable
          key={name}
          label={`국외 이전: ${name}`}
          head={['구분', '내용']}
          rows={[name, ...facts].map((fact, i) => [ABROAD_FACTS[i] ?? '', fact])}
        />
      ))}
      <p>
        국외 이전을 원하지 않으면 탈퇴하거나 이메일({company.email})로 알려 주십시오.{' '}
        {ofAmazon.length > 0 && 'Amazon으로 옮기는 것을 거부하면 서비스를 쓸 수 없습니다. '}
        Google로 옮기는 것은 MP4 파일로 올리면 일어나지 않습니다.
      </p>
    </>
  )
}

function placeOf({ region }: SiteConfig): string {
  return REGIONS[region] ?? region
}

/** Articles about processors, transfers abroad, deletion and protection of the data. */
export const HANDLING_ARTICLES: readonly Article[] = [
  {
    title: '개인정보의 제3자 제공',
    body: (
      <p>
        회사는 개인정보를 다른 사람에게 주지 않습니다. 다만 회원이 따로 동의한 때와 법에 특별한 규정이 있는 때에는
        필요한 만큼만 제공합니다.
      </p>
    ),
  },
  {
    title: '처리를 맡긴 곳',
    body: <Configured fallback={<NotYet />}>{config => <Entrusted config={config} />}</Configured>,
  },
  {
    title: '개인정보의 국외 이전',
    body: <Configured fallback={<NotYet />}>{config => <Abroad config={config} />}</Configured>,
  },
  {
    title: '파기하는 절차와 방법',
    body: (
      <Clauses>
        {[
          '보유 기간이 지나거나 목적을 이루면 개인정보를 지체 없이 파기합니다. 영상과 작업 파일은 저장소가 자동으로 지웁니다.',
          '법에 따라 보관하는 기록은 다른 기록과 떼어 보관하고, 그 목적에만 씁니다.',
          '전자 파일은 되살릴 수 없게 지우고, 종이는 잘게 부수거나 태웁니다.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '안전하게 지키는 조치',
    body: (
      <Clauses>
        {[
          '관리: 내부 관리 계획을 세우고, 개인정보를 다루는 사람을 최소로 두고 교육합니다.',
          '기술: 통신과 저장을 모두 암호화하고, 프로그램마다 꼭 필요한 권한만 주고, 접속 기록을 남기고 살핍니다. 비밀번호는 받지 않습니다.',
          '물리: 서버는 Amazon Web Services의 통제된 데이터 센터에 있습니다.',
        ]}
      </Clauses>
    ),
  },
  {
    title: '자동으로 모으는 장치',
    body: (
      <p>
        서비스는 광고나 추적을 위한 쿠키를 쓰지 않습니다. 로그인 상태, 화면 테마, 업로드가 끝나지 않은 영상의 정보,
        충전하는 동안 보관해 둔 영상, 회원이 이 기기에 저장한 영상과 자막을 입힌 영상, 아직 저장하지 못한 고친 내용은
        회원의 브라우저 저장소에만 두고, 로그아웃하거나 브라우저에서 웹사이트 데이터를 지우면 없어집니다. 검토 링크를 연
        사람의 브라우저에는 아직 저장하지 못한 고친 내용과 마지막으로 본 자막의 위치만 둡니다.
      </p>
    ),
  },
]
