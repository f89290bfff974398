import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { MAX_OPEN_SUBMISSIONS, RUNNING_AT_ONCE, VIDEO_DAYS } from '../../lambdas/contract/limits.ts'
import { SIGNUP_TOKENS } from '../../lambdas/contract/pricing.ts'
import { OPERATOR_ACCESS, providerUse } from '../shared/data-use.ts'
import { Configured } from '../shared/layout/configured.tsx'
import { Page } from '../shared/layout/page.tsx'
import { COMMON } from '../shared/texts.ts'
import { HELP } from './texts.ts'

interface Question {
  /** Anchor of the answer: `/help#rules`. */
  id: string
  title: string
  body: ReactNode
}

/** Frequently asked questions in groups, each closed until it is asked. Other screens and the emails link to single ones. */
export default function HelpPage() {
  const { hash } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<number>()
  useEffect(() => {
    // The browser looked for the anchor before this screen was loaded.
    const linked = document.getElementById(hash.slice(1))
    linked?.closest('details')?.setAttribute('open', '')
    linked?.scrollIntoView()
  }, [hash])
  const search = (text: string) => {
    const wanted = text.trim().toLowerCase()
    const questions = [...(list.current?.querySelectorAll('details') ?? [])]
    for (const each of questions) {
      each.hidden = !each.textContent.toLowerCase().includes(wanted)
      each.open = wanted !== '' && !each.hidden
    }
    setFound(wanted === '' ? undefined : questions.filter(each => !each.hidden).length)
  }
  return (
    <Page title={HELP.title} intro={HELP.intro}>
      <search>
        <input
          type="search"
          className="help-search"
          aria-label={HELP.search}
          placeholder={HELP.search}
          onChange={event => search(event.target.value)}
        />
        <p role="status" className="muted small">
          {found !== undefined && HELP.found(found)}
        </p>
      </search>
      <div className="legal legal-sides" ref={list}>
        <nav className="legal-contents" aria-label={HELP.contents}>
          <ul>
            {GROUPS.map(({ id, title }) => (
              <li key={id}>
                <Link to={`#${id}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="help-groups">
          {GROUPS.map(({ id: group, title: name, questions }) => (
            <section key={group} id={group} aria-labelledby={`${group}-title`}>
              <h2 id={`${group}-title`}>{name}</h2>
              {questions.map(({ id, title, body }) => (
                <details key={id}>
                  <summary>
                    <h3>{title}</h3>
                  </summary>
                  <div id={id} className="help-answer">
                    {body}
                  </div>
                </details>
              ))}
            </section>
          ))}
        </div>
      </div>
    </Page>
  )
}

const paragraphs = (...texts: readonly string[]): ReactNode => texts.map(text => <p key={text}>{text}</p>)

const YOUTUBE_FETCHED = paragraphs(
  '공개된 영상이면 링크만 붙여 넣어 주세요. 비공개 영상, 생방송, 나이 제한이 있는 영상은 가져올 수 없어요.',
  'YouTube가 가져오기를 막을 때가 있어요. 그때는 토큰을 모두 돌려 드리니, 가지고 있는 MP4 파일로 올려 주세요.',
  '남의 영상은 권리자가 허락한 범위에서 써 주세요.',
)

/** Questions about what can be submitted and how it becomes a subtitle. */
const MAKING_QUESTIONS: readonly Question[] = [
  {
    id: 'formats',
    title: '어떤 영상을 보낼 수 있나요?',
    body: paragraphs(
      '영어로 말하는 MP4 영상이면 돼요. 길이는 4시간까지, 보내는 크기는 2GB까지예요.',
      '보통은 브라우저가 영상에서 소리와 작은 장면 사진 한 장만 꺼내 보내니, 영상 파일이 2GB보다 커도 괜찮아요. 소리 형식은 AAC가 가장 잘 맞아요.',
      '자막은 SRT와 VTT, 영어를 함께 적은 영한 자막으로 다운로드할 수 있어요. 편집 프로그램에 쓸 ASS, TTML, FCPXML, 마커 CSV도 있어요.',
    ),
  },
  {
    id: 'subtitles',
    title: '영어 자막만 있어도 되나요?',
    body: paragraphs(
      '네. 영어 자막(SRT, VTT, SMI, ASS, TTML, SBV, LRC, YouTube·Whisper 자막)을 올리면 영상 없이 한국어 자막으로 번역해요. 첫 대사부터 마지막 대사까지 1분에 토큰 2개(30초에 1개)예요.',
      '자막 편집 화면에서 가지고 있는 영상을 열면 화면과 소리를 함께 볼 수 있어요. 영상은 서버로 보내지 않아요.',
    ),
  },
  {
    id: 'script',
    title: '영어 대본이 있으면 도움이 되나요?',
    body: paragraphs(
      '네. 영상 하나를 맡길 때 발표문이나 강의 원고, 고쳐 둔 자막을 함께 주시면 이름과 숫자, 문장 부호를 대본대로 적어요. TXT와 DOCX, 자막 파일을 열거나 붙여 넣을 수 있고, 값은 같아요.',
      '시간은 소리에 맞추고, 대본에만 있고 말하지 않은 내용은 자막에 넣지 않아요. 대본과 다르게 말한 곳은 자막 편집 화면에 표시해 드려요.',
    ),
  },
  {
    id: 'youtube',
    title: 'YouTube 영상도 되나요?',
    body: (
      <Configured fallback={<div className="legal-hidden">{YOUTUBE_FETCHED}</div>}>
        {({ youtubeFetch }) =>
          youtubeFetch
            ? YOUTUBE_FETCHED
            : paragraphs('지금은 YouTube 영상을 가져오지 않아요. 가지고 있는 MP4 파일로 올려 주세요.')
        }
      </Configured>
    ),
  },
  {
    id: 'many',
    title: '여러 개를 한 번에 맡길 수 있나요?',
    body: paragraphs(
      `네. 파일을 함께 고르거나 링크 여러 개를 한꺼번에 붙여 넣으면 ${MAX_OPEN_SUBMISSIONS}개까지 맡길 수 있어요. ${RUNNING_AT_ONCE}개씩 만들고, 나머지는 차례를 기다려요.`,
      '같은 시리즈로 맡기면 첫 편을 먼저 만들고, 나머지의 이름과 말투를 거기에 맞춰요.',
      '이메일을 등록했다면 모두 끝났을 때 한 통으로 알려 드려요. 완성된 자막은 ZIP 파일 하나로 다운로드할 수 있어요.',
    ),
  },
  {
    id: 'browsers',
    title: '어떤 브라우저에서 쓸 수 있나요?',
    body: paragraphs(
      'Chrome 109, Edge 109, Safari 16.4(iPhone과 iPad는 iOS 16.4), 삼성 인터넷 23, Firefox 121부터 쓸 수 있어요.',
      '카카오톡이나 인스타그램 같은 앱 안에서 열었다면 Google 로그인이 막혀요. 로그인 화면의 ‘다른 브라우저에서 열기’를 누르거나, 앱의 메뉴에서 다른 브라우저로 열어 주세요.',
    ),
  },
  {
    id: 'time',
    title: '얼마나 걸리나요? 창을 닫아도 되나요?',
    body: paragraphs(
      '영상을 다 올렸다면 창을 닫아도 돼요. 이메일을 등록했다면 자막이 완성될 때 알려 드려요.',
      '올리는 중에 창을 닫으면 멈춰요. 곧 다시 와서 같은 파일을 고르면 이어서 올리고, 그대로 두면 토큰을 돌려 드려요.',
    ),
  },
]

/** Questions about the finished subtitle. */
const QUALITY_QUESTIONS: readonly Question[] = [
  {
    id: 'accuracy',
    title: '얼마나 정확한가요?',
    body: paragraphs(
      '받아쓰기와 번역은 기계가 해요. 또렷하게 말하는 강연과 인터뷰는 잘 번역하지만, 시끄러운 곳의 말, 사람 이름, 전문 용어, 농담은 틀릴 수 있어요.',
      '이름과 용어를 내 용어집에 적어 두면 앞으로 만드는 자막에 적은 그대로 써요.',
      '숫자나 부정 표현이 달라 보이거나 소리가 잘 들리지 않은 문장은 ‘확인 필요’로 세고, 자막 편집 화면에 이유와 함께 표시해 드려요. 다른 모델이 뜻을 확인했다면 누가 몇 문장을 확인했는지 보관함에 적혀 있어요. 그래도 틀린 곳을 모두 찾지는 못하니, 중요한 영상이라면 한 번 살펴봐 주세요.',
    ),
  },
  {
    id: 'rules',
    title: '‘읽기 편한 자막’은 무엇을 나타내나요?',
    body: (
      <>
        <p>
          자막 규칙을 하나도 어기지 않은 자막이 전체에서 몇 퍼센트인지 나타내요. 일반 자막은 이런 규칙을 지켜야 해요.
        </p>
        <ul>
          {HELP.rules.map(rule => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p>
          말이 아주 빠르면 모든 규칙을 지킬 수 없는 곳도 있어요. 그런 자막은 자막 편집 화면에 이유와 함께 표시해 드려요.
          번역이 정확한지는 이 비율에 들어가지 않아요.
        </p>
        <p>어린이용, 청각장애인용, 쇼츠용 자막은 읽기 속도와 줄 길이가 다르고, 그 기준으로 계산해요.</p>
      </>
    ),
  },
  {
    id: 'review',
    title: '자막 편집은 무엇인가요?',
    body: paragraphs(
      '완성된 자막을 영상과 함께 보면서 고치는 화면이에요. 추가 요금은 없어요.',
      '문장을 고치면 줄 나누기와 시간을 바로 다시 맞춰요. 확인할 곳만 차례로 보여 드리고, 고친 내용은 저절로 저장돼요.',
      '되돌릴 수 있으니 마음껏 고쳐 보세요. 고친 자막은 보관함에서 다시 다운로드할 수 있어요.',
    ),
  },
  {
    id: 'proofreaders',
    title: '다른 사람에게 검토를 맡길 수 있나요?',
    body: paragraphs(
      '네. 자막 편집 화면의 더 보기(⋯)에서 ‘검토 맡기기’를 누르고 링크를 만들어 보내 주세요. 받은 사람은 가입하지 않아도 의견을 남기거나 자막을 고칠 수 있어요.',
      '링크는 정한 날짜와 횟수까지만 열리고, 언제든지 지울 수 있어요. 다른 자막은 볼 수 없고 토큰도 쓰지 못해요. 올린 영상은 보내지 않으니, 받은 사람은 가지고 있는 영상을 열거나 YouTube에서 봐요.',
      '받은 사람이 ‘검토 마치기’를 누르면 이메일로 알려 드려요. 의견은 확인할 곳에 함께 나오고, 고친 기록에는 누가 무엇을 고쳤는지 남아요.',
    ),
  },
]

const COMMANDS = `npx jamak login
npx jamak quote talk.mp4
npx jamak submit talk.mp4 --max-tokens 100 --wait --out subtitles`

/** Questions about prices and refunds. */
const PAYMENT_QUESTIONS: readonly Question[] = [
  {
    id: 'price',
    title: '얼마인가요?',
    body: paragraphs(
      `${COMMON.price} ${COMMON.costOnly} 부가세가 포함된 가격이에요.`,
      `처음 로그인하면 토큰 ${SIGNUP_TOKENS}개를 드려요. 영상 20분 분량이에요.`,
    ),
  },
  {
    id: 'failed',
    title: '자막을 만들지 못하면 토큰은 어떻게 되나요?',
    body: paragraphs(
      '거기에 쓴 토큰을 모두 돌려 드려요. 영어 음성이 없거나 파일이 망가졌을 때도 같아요. 따로 신청하지 않아도 돼요.',
      '실제 영상이 처음에 확인한 길이보다 짧으면 남는 토큰을 돌려 드려요.',
    ),
  },
  {
    id: 'refunds',
    title: '산 토큰을 환불받을 수 있나요?',
    body: (
      <>
        {paragraphs(
          '그 구매로 받은 토큰을 하나도 쓰지 않았다면 산 날부터 7일 안에 전액 환불해 드려요. 하나라도 썼거나 7일이 지났으면 환불되지 않아요.',
          '계정 화면의 문의하기나 이메일로 신청해 주세요. 신청을 받은 날부터 3영업일 안에 결제한 수단으로 돌려 드려요.',
          '가입 선물과 보너스처럼 무료로 드린 토큰은 환불되지 않아요. 탈퇴하면 남은 토큰이 사라지니 탈퇴하기 전에 환불을 신청해 주세요.',
        )}
        <p>
          그 밖에 환불되는 경우는 <Link to="/terms">이용약관</Link>에 있어요.
        </p>
      </>
    ),
  },
]

/** Questions about data, programs and everything else. */
const DATA_QUESTIONS: readonly Question[] = [
  {
    id: 'privacy',
    title: '내 영상은 누가 보나요?',
    body: (
      <>
        {paragraphs(
          OPERATOR_ACCESS.help,
          `올린 영상은 ${VIDEO_DAYS}일 뒤에 저절로 지워지고, 보관함에서 바로 지울 수도 있어요.`,
          '자막과, 보관함에 보이는 작은 장면 사진 한 장은 지우기 전까지 남아 있어요. 탈퇴하면 영상과 함께 모두 지워요.',
        )}
        <p>
          <Configured fallback={''}>{config => providerUse(config).help}</Configured> 누가 소리를 듣고 번역하는지는{' '}
          <Link to="/privacy">개인정보처리방침</Link>에 적어 두었어요.
        </p>
      </>
    ),
  },
  {
    id: 'programs',
    title: '프로그램이나 AI 에이전트로 쓸 수 있나요?',
    body: (
      <>
        {paragraphs(
          '네. 계정 화면에서 API 키를 만들면 명령 하나로 값을 묻고, 맡기고, 자막을 받을 수 있어요. 키마다 할 수 있는 일과 한 달에 쓸 토큰을 정할 수 있고, 명령에 적은 토큰보다 더 쓰지 않아요.',
        )}
        <pre>{COMMANDS}</pre>
        <p>
          MCP를 쓰는 에이전트에는 <code>npx jamak mcp</code>를 서버로 등록해 주세요. 직접 만든 프로그램에서는{' '}
          <a href="/api/v1/openapi.json">OpenAPI 3.1 문서</a>대로 불러 주세요. 자막이 다 되면 정해 둔 주소로 알려 드릴
          수도 있어요.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: '여기에 없는 것이 궁금해요',
    body: (
      <p>
        로그인했다면 계정 화면이나 보관함의 문의하기로, 아니면 이메일(
        <Configured fallback={<span className="company-text" />}>
          {({ company }) => <a href={`mailto:${company.email}`}>{company.email}</a>}
        </Configured>
        )로 알려 주세요.
      </p>
    ),
  },
]

const GROUPS = [
  { id: 'about-making', title: HELP.groups.making, questions: MAKING_QUESTIONS },
  { id: 'about-quality', title: HELP.groups.quality, questions: QUALITY_QUESTIONS },
  { id: 'about-payment', title: HELP.groups.payment, questions: PAYMENT_QUESTIONS },
  { id: 'about-data', title: HELP.groups.data, questions: DATA_QUESTIONS },
] as const
