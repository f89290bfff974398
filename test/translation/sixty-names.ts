import type { Sentence } from '#subtitle-engine'
import { sentenceOf } from './talk.ts'

/** Sixty names and terms: English, the one Korean form, and two other ways in which a model spells it. */
const SPELLINGS = `
Karl Drais|카를 드라이스|칼 드라이스|카를 드라이즈
Mannheim Palace|만하임 궁전|맨하임 궁전|만하임궁전
Pierre Michaux|피에르 미쇼|삐에르 미쇼|피에르 미쇼우
Ernest Michaux|에르네스트 미쇼|어니스트 미쇼|에르네스뜨 미쇼
Pierre Lallement|피에르 랄망|피에르 랄르망|삐에르 랄망
James Starley|제임스 스탈리|제임스 스타일리|제임스 스털리
John Kemp|존 켐프|존 캠프|존켐프
Rover Company|로버 컴퍼니|로버 회사|로버컴퍼니
John Dunlop|존 던롭|존 던럽|존던롭
Robert Thomson|로버트 톰슨|로버트 톰프슨|로버트톰슨
Edouard Michelin|에두아르 미슐랭|에드와르 미슐랭|에두아르 미쉘린
Susan Anthony|수전 앤서니|수잔 앤서니|수전 앤소니
Annie Londonderry|애니 런던데리|애니 론던데리|앤니 런던데리
Albert Pope|앨버트 포프|알버트 포프|앨버트포프
Columbia Bicycles|컬럼비아 자전거|콜럼비아 자전거|컬럼비아자전거
Coventry Machinists|코번트리 머시니스츠|코벤트리 머시니스츠|코번트리 머시니스트
Hans Renold|한스 레놀드|한스 르놀드|한즈 레놀드
Frank Bowden|프랭크 보든|프랭크 바우든|프랑크 보든
Raleigh Works|롤리 공장|랄리 공장|롤리공장
Tullio Campagnolo|툴리오 캄파놀로|툴리오 캄파뇰로|뚤리오 캄파놀로
Eddy Merckx|에디 메르크스|에디 메르크|에디 머르크스
Maurice Garin|모리스 가랭|모리스 가린|모리스 갸랭
Henri Desgrange|앙리 데그랑주|앙리 데그랑쥬|앙리 데스그랑주
Fausto Coppi|파우스토 코피|파우스토 꼬삐|파우스토코피
Gino Bartali|지노 바르탈리|지노 바탈리|기노 바르탈리
Marie Curie|마리 퀴리|마리 큐리|마리퀴리
Alfred Jarry|알프레드 자리|알프레드 쟈리|알프레드자리
Flann Brien|플랜 브라이언|플란 브라이언|플랜 브리엔
Arthur Zimmerman|아서 지머먼|아서 짐머만|아더 지머먼
Marshall Taylor|마셜 테일러|마샬 테일러|마셜테일러
Lake Geneva|레만호|제네바 호수|제네바호
Black Forest|슈바르츠발트|검은 숲|블랙 포레스트
Copenhagen|코펜하겐|코펜하건|코펜헤이건
Amsterdam|암스테르담|암스텔담|앰스터댐
Utrecht|위트레흐트|우트레히트|위트레히트
Groningen|흐로닝언|그로닝겐|흐로닝겐
Portland|포틀랜드|포트랜드|포틀란드
Bogota|보고타|보고따|보고 타
Strasbourg|스트라스부르|스트라스부르그|슈트라스부르
Freiburg|프라이부르크|프라이버그|후라이부르크
dandy horse|댄디 호스|목마 자전거|댄디호스
penny farthing|페니파딩|페니 파딩|큰 바퀴 자전거
safety bicycle|안전 자전거|세이프티 자전거|안전형 자전거
chain drive|체인 구동|사슬 구동|체인 드라이브
freewheel|프리휠|자유 바퀴|프리 휠
derailleur|변속기|드레일러|디레일러
coaster brake|코스터 브레이크|페달 브레이크|코스터브레이크
spoke nipple|스포크 니플|살 너트|스포크니플
wheel base|축간 거리|휠베이스|축간거리
trail effect|트레일 효과|꼬리 효과|트레일효과
gyroscopic torque|자이로 토크|회전의 토크|자이로토크
counter steering|역조향|카운터 스티어링|반대 조향
cargo bike|화물 자전거|카고 바이크|짐 자전거
bike sharing|공유 자전거|자전거 공유|바이크 셰어링
modal share|수송 분담률|모달 셰어|교통 분담률
induced demand|유발 수요|유도 수요|유도된 수요
traffic calming|교통 정온화|교통 진정|교통정온화
protected lane|분리형 차로|보호 차로|보호 차선
regenerative braking|회생 제동|재생 제동|회생제동
lithium cell|리튬 전지|리튬 셀|리튬전지
`
  .trim()
  .split('\n')
  .map(line => line.split('|'))

export const SIXTY = SPELLINGS.map(([english = '', ...forms]) => ({ english, forms }))

const FRAMES = [
  (name: string, other: string) => `We have read for years about ${name} and what it meant for ${other}.`,
  (name: string) => `And so ${name} changed the way in which people moved through their towns.`,
  (name: string) => `Nobody who looked at ${name} for the first time believed that it would last.`,
  () => 'That is a longer story, and I would like to tell you the most important part of it.',
  () => 'People laughed at first, and then they wanted to have one for themselves.',
  () => 'It took many more summers until the roads were good enough for everybody.',
]

const KOREAN_FRAMES = [
  (name: string, other: string) => `우리는 몇 해 동안 ${name}에 대해, ${other}에 남긴 뜻에 대해 읽어 왔어요.`,
  (name: string) => `그래서 ${name} 이야기는 사람들이 도시를 오가는 방식을 바꿨어요.`,
  (name: string) => `처음 ${name} 이야기를 들은 사람은 아무도 오래갈 거라고 믿지 않았어요.`,
  () => '그건 더 긴 이야기라서 가장 중요한 부분만 들려드리고 싶어요.',
  () => '처음에는 다들 비웃었지만 나중에는 하나씩 갖고 싶어 했어요.',
  () => '모두가 다닐 만큼 길이 좋아지기까지 여름이 여러 번 더 지나야 했어요.',
]

const SENTENCE_MS = 6000

/** A talk of two hours in which every name recurs: its sentences, and the names in each. */
export function longTalk(minutes = 120): { sentences: Sentence[]; korean(id: string, spelling: number): string } {
  const count = (minutes * 60_000) / SENTENCE_MS
  const namesAt = (i: number): [number, number] => {
    const one = (Math.floor(i / FRAMES.length) * 3 + (i % FRAMES.length)) % SIXTY.length
    return [one, (one + 31) % SIXTY.length]
  }
  const sentences = Array.from({ length: count }, (_, i) => {
    const [one, other] = namesAt(i).map(at => SIXTY[at]?.english ?? '')
    const text = FRAMES[i % FRAMES.length]?.(one ?? '', other ?? '') ?? ''
    const sentence = sentenceOf(`s${i + 1}`, text, i * SENTENCE_MS)
    const step = (SENTENCE_MS - 400) / sentence.words.length
    const words = sentence.words.map((word, n) => ({
      ...word,
      startMs: Math.round(i * SENTENCE_MS + n * step),
      endMs: Math.round(i * SENTENCE_MS + (n + 1) * step - 20),
    }))
    return { ...sentence, words, startMs: words[0]?.startMs ?? 0, endMs: words.at(-1)?.endMs ?? 0 }
  })
  return {
    sentences,
    korean(id, spelling) {
      const i = Number(id.slice(1)) - 1
      const [one, other] = namesAt(i).map((at, n) => SIXTY[at]?.forms[(spelling + n) % 3] ?? '')
      return KOREAN_FRAMES[i % KOREAN_FRAMES.length]?.(one ?? '', other ?? '') ?? ''
    },
  }
}
