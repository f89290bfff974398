import { builtOnce } from '../built-once.ts'

/**
 * Verb stems that end in a vowel or ㄹ: because of `움직이`, `움직이는` is a verb before its noun, while `고양이는` is a topic. A
 * stem of two or more syllables also matches compounds (`받아들이는`); a stem of one syllable matches only itself.
 */
const readVowelStems = builtOnce(
  () =>
    new Set(
      `
가 오 보 주 사 자 차 타 나 내 서 쓰 크 끄 뜨 꾸 두 누 쏘 꼬 쉬 뛰 쥐 되 매 패 깨 새 세 메 베 떼 데 대 재 캐 지 치 피 비 이 기 시 하 켜 펴 켜 트 여 뵈 쬐 짜 싸 까 추 쑤 바라
나가 나오 들어가 들어오 올라가 올라오 내려가 내려오 돌아가 돌아오 걸어가 다가오 다가가 지나가 지나오 다녀오 찾아오 찾아가 따라가 따라오 가져오 가져가 살아가 살아오 떠나 일어나 태어나 나타나 벗어나 늘어나 드러나 달아나 깨어나 만나 끝나 빛나 어긋나
하 되 당하 시키 버리 기다리 내리 올리 달리 흘리 알리 살리 돌리 빌리 두드리 그리 부리 때리 차리 뿌리 누리 꾸리 가리 데리 시달리 들리 걸리 열리 팔리 풀리 밀리 몰리 물리 잘리 틀리 떨리 끌리 쏠리 매달리 어울리 놀리 말리 늘리 흔들리 울리 뚫리 갈리 헷갈리 밀리 벌리 올라타 느리 질리 쓸리 깔리 드리 엎드리 떨어뜨리 무너뜨리 망가뜨리 터뜨리 쓰러뜨리
만드 아 사 노 우 여 파 거 도 미 푸 비 드 느 부 주 떠 흔드 머 매다 다 눈치채 보이 뒤바뀌 번쩍이 글썽이 두드리 들썩이 기웃거리 머뭇거리 움직이 보이 쓰이 놓이 쌓이 줄이 높이 먹이 죽이 속이 숙이 붙이 반짝이 망설이 끄덕이 기울이 받아들이 끓이 녹이 들이 모이 섞이 묶이 꺾이 깎이 볶이 바뀌 기이 벌이 들여다보이 차이 트이 꼬이 조이 고이 파이 속삭이 깜빡이 뒤척이 서성이 중얼거리 두근거리 출렁이 펄럭이 뒤집히
치 마치 미치 고치 바치 망치 외치 놓치 지나치 마주치 부딪치 펼치 떨치 넘치 그치 다치 닥치 합치 뭉치 끼치 거치 훔치 스치 가르치 비치 겹치 설치 내리치 물리치 움츠 뉘우치 해치
지 가지 던지 만지 지 사라지 떨어지 멀어지 이루어지 만들어지 알려지 벌어지 쏟아지 무너지 터지 빠지 퍼지 꺼지 헤어지 느껴지 달라지 좋아지 나빠지 커지 작아지 높아지 낮아지 많아지 늦어지 따지 번지 넘어지 쓰러지 부서지 깨지 찢어지 주어지 이어지 길러지 버려지 밝혀지 여겨지 펼쳐지 숨겨지 젖
시키 지키 삼키 가리키 일으키 느끼 아끼 즐기 남기 넘기 옮기 숨기 맡기 웃기 벗기 생기 이기 챙기 당기 여기 안기 쫓기 뺏기 끊기 잠기 담기 감기 씻기 찢기 굶기 새기 섬기 풍기 튕기 넘기
다니 지니 거니 보내 지내 꺼내 해내 이겨내 찾아내 만들어내 이뤄내 쫓아내 나누 바꾸 가꾸 꾸미 맞추 갖추 멈추 감추 비추 낮추 늦추 춤추 키우 배우 싸우 세우 피우 지우 채우 태우 비우 치우 외우 깨우 재우 띄우 메우 데우 에우 새우 부르 모르 고르 흐르 오르 누르 기르 자르 가르 지르 저지르 서두르 머무르 다르 마르 따르 이르 들르 치르 다루 이루 미루 두르 구르 무르 벼르 조르 찌르
아프 나쁘 바쁘 예쁘 기쁘 슬프 고프 비싸 아니 빠르 푸르 게으르 돌보 드나들 드나드 버티 헤엄치 바르 다스리 제일가 손꼽히 잊히 잡히 먹히 막히 밟히 밝히 묻히 닫히 갇히 적히 식히 앉히 입히 굽히 좁히 넓히 익히 읽히 꽂히 업히 긁히 박히 찍히 기억나 생각나 화나 신나 혼나 겁나 소문나 그만두 내주 놀라 숨지 끼어드 빌려주 도와주 알아두 거두 내놓 길어지 짧아지 단단해지 뜨거워지 차가워지 어두워지 밝아지 강해지 약해지 심해지 흐려지 끝내 이겨내 올리 늘리 말리 맞이하
모으 담그 잠그 애쓰 힘쓰 무릅쓰 바라보 돌아보 알아보 찾아보 지켜보 들여다보 내다보 쳐다보 살펴보 물어보 나서 일어서 들어서 돌아서 앞서 맞서 넘어서 다가서 건너 건네 견디 쉬 뛰 나뉘 바뀌 할퀴 사귀 헤매 해매 보태 보채 뒤지 기대 헤아리 어기 속 잇 깃들 비롯되 걸치 마주하 대하 통하 향하 위하 관하 원하 말하 일하 생각하 사랑하
떠드 머무 지나 부푸 드무 건너뛰 뛰어넘 부수 견주 가두 거르 손대 알아채 깨뜨리 믿기 남아나 뛰어드 끼 모으 빚 자아내 어 터 마 가파르 여무 낯서 조으 쥐여주 물러서 드러나 자빠지 넘어뜨리 부리 오가 나르 없애 매기 노리 나타내 불리 미끄러지 갈라지 휘 빼 맞히 부치 이끄 빼내 파고드 맴도 띄 누비 튀 혼내 살피 겨루 꿰매 우기 퍼뜨리 남아도 붙드 꿈꾸 부러지 반기 깨무 겨누 굴리 넘나드 버금가 쩔쩔매 찌푸리 되뇌 저미 일렁이 눌리 뒤틀리 날리 실리 굶주리 얼리 딸리 지치 돋치 덮치 설치 데치 길드 타고나 풀려나 네모나 모나 고장나 물러나 자라나 되살아나 솟아나 늘이 흩어지 밀려가 맺히 걷히 늘어지 그을리 엎지르 내지르 거스르 문지르 휘두르 앞지르 가로지르 어지르 부추기 돋우 북돋우 틔우 끼우 씌우 잇따르 뒤따르 잡아떼 시들 시드 졸리 홀리 어리 여리 흐리 시리 버 써 어루만지 얼버무리 망가지 삐치 도지 미어지 쏘이 쪼 조르 벌어지 처지 떠지 녹슬 거스르 붐비 스며드 접어드 찌드 병드 멍드 물드 힘드 철드 줄어드 덤비 무찌르 부릅뜨 눈뜨 본뜨 애먹 얼어붙 미끄러뜨리 부딪히 뒤엉키 엉키 휩쓸리 휩싸이 감싸 에워싸 둘러싸 건네주 되돌리 되살리 타이르 이르 곁들이 치켜드 뒤흔드 꾸부리 구부리 웅크리 엎드리 뉘우치 어우러지 무르익 뒤처지 앞서가 따라잡 내세우 앞세우 일깨우 메마르 목마르
`
        .split(/\s+/)
        .filter(stem => stem !== ''),
    ),
)

/** Verb stems that end in a consonant and would look like a noun before -은 and -을: `닫은`, `막을`. */
const readClosedStems = builtOnce(
  () =>
    new Set(
      `
닫 닿 싣 맑 짙 붙 엮 꺾 섞 묶 깎 닦 볶 낚 겪 솎 막 먹 적 찍 꺼내놓 박 녹 죽 썩 익 숙 굽 굽 집 잡 접 입 업 씹 뽑 좁 곱 꼽 눕 줍 돕 깁 받 얻 믿 걷 묻 뜯 쏟 곧 굳 뻗 돋 얹 앉 앉 찾 맞 꽂 잊 맺 젖 늦 찢 짖 빚 꾸짖 갖 쫓 좇 씻 벗 웃 빼앗 솟 비웃 깨닫 넣 놓 쌓 낳 찧 빻 좋 싫 많 않 끊 잃 앓 꿇 뚫 옳 끓 닮 삶 젊 굶 옮 담 감 참 숨 품 심 다듬 더듬 머금 남 넘 뿜 쓰다듬 안 신 껴안 끌어안 읽 늙 붉 밝 굵 긁 얽 넓 밟 짧 얇 떫 엷 없 있 같 맡 뱉 흩 핥 훑 깊 높 갚 싶 덮 짚 뒤엎 낮 꺼리 짊어지 내놓 빼놓 늘어놓 내려놓 올려놓 받아들 알아맞 찾아낳 이어받 물려받 돌려받 주고받 건네받 괜찮 점잖 귀찮 하찮 낡 끼얹 묵 묽 맞닿 궂 짓궂 애꿎 어리석 잦 닳 멎 치솟 작 삼 곪 식 삭 되찾 붙잡 사로잡 내뿜 내쫓 뒤쫓 살아남 쏘아붙 달라붙 들러붙 불붙 뒤섞 파묻 가라앉 주저앉 내려앉 올라앉 둘러앉 깨물 본받 치닫 내딛 디디 뒤덮 엿보 얕 옅 얼어붙 파고들
`
        .split(/\s+/)
        .filter(stem => stem !== ''),
    ),
)
/** One-syllable stems that are far more often nouns than verbs: `속을`, `입을`, `신은`. */
const NOUN_RATHER = new Set([
  '적',
  '집',
  '입',
  '안',
  '신',
  '감',
  '품',
  '숨',
  '심',
  '박',
  '먹',
  '숙',
  '곱',
  '같',
  '맞',
  '업',
  '식',
])

/** True for stems such as `먹` and `숨`, some of which are nouns, too: `먹지`, `숨어` are verbs. */
export function isConsonantStem(stem: string): boolean {
  return readClosedStems().has(stem)
}

/** True for a listed stem that ends in a vowel or ㄹ, without compounds. */
export function isListedStem(stem: string): boolean {
  return readVowelStems().has(stem)
}

/** True for stems such as `닫` and `살아남`, after which -은 and -을 make a verb that modifies a noun. */
export function isClosedStem(stem: string): boolean {
  return readClosedStems().has(stem) && !NOUN_RATHER.has(stem)
}

/**
 * True for stems such as `움직이`, `내리치`, `연구하`, after which -는 makes a verb that modifies a noun; with `whole`, compounds
 * do not match.
 */
export function isVerbStem(stem: string, whole = false): boolean {
  if (whole) return stem.length > 1 && stem.endsWith('르') && readVowelStems().has(stem)
  if (/[하되시]$/.test(stem) && stem.length > 1) return true
  for (let from = 0; from < stem.length - 1; from += 1) if (readVowelStems().has(stem.slice(from))) return true
  return stem.length === 1 && readVowelStems().has(stem)
}
