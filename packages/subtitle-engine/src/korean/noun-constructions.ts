import type { Construction } from './construction.ts'

const PARTICLES = [
  '',
  '이',
  '가',
  '은',
  '는',
  '을',
  '를',
  '의',
  '와',
  '과',
  '도',
  '에게',
  '에게서',
  '께서',
  '님',
  '님이',
  '님은',
  '님의',
  '님을',
  '님과',
  '님께',
  '님께서',
  '님도',
  '께',
  '입니다',
  '님입니다',
  '예요',
  '이에요',
  '로',
  '으로',
]
/** Titles after a name, with every particle; a form that does not exist does no harm. */
const TITLES =
  '씨 박사 교수 대표이사 부회장 차관 국장 팀장 원장 총장 코치 배우 가수 선생 할머니 할아버지 대통령 총리 장관 의원 회장 사장 대표 감독 선수 기자 작가 판사 검사 변호사 시장 지사 위원장 여사 양 군 장군 대사 신부 목사 스님'
    .split(' ')
    .flatMap(title => PARTICLES.map(particle => title + particle))
    .join(' ')

export const NAME_AND_TITLE = 'name and title'
/** Nouns with what describes them or depends on them: modifiers, particles of two words, titles, amounts. */
export const NOUN_CONSTRUCTIONS: readonly Construction[] = [
  {
    name: 'modifier and dependent noun',
    last: { kinds: ['modifier', 'genitive', 'quotation'] },
    next: { kinds: ['dependent'] },
    examples: ['할 ‖ 수', '먹은 ‖ 적이', '좋은 ‖ 점은', '그런다는 ‖ 것을'],
  },
  {
    name: 'modifier and short noun',
    last: { endings: '에 에서' },
    next: { words: '없던 있던 있는 없는 관한 대한' },
    examples: ['전에 ‖ 없던', '사생활에 ‖ 관한', '삶에 ‖ 대한'],
  },
  {
    name: 'particle in two words',
    last: { endings: '에 를 을 와 과 로 으로' },
    next: {
      words:
        '관한 관해 관해서 관해서는 관하여 대한 대해 대해서 대해서는 대해서도 대하여 위한 위해 위해서 위하여 통해 통해서 통한 따라 따른 따르면 의한 의해 인한 인해 비해 비하면 향해 향한 걸친 걸쳐 둘러싼 불구하고 관하여 관해서도 대해선 대해서만 대해서라도 대한다 위해서는 위해서라도 위해서도 통해서만 통해서도 의하면 의해서 의해서만 비해서 비해서도 한해 한해서 한하여 이르는 이르기까지 달하는 불과한 해당하는 해당하지 해당합니다 속하는 속한 맞춰 맞추어 힘입어 그치지 관계없이 상관없이 아랑곳없이 따라서는',
    },
    examples: [
      '사랑에 ‖ 관한',
      '규모에 ‖ 대해서는',
      '너를 ‖ 위해',
      '법에 ‖ 따라',
      '비로 ‖ 인해',
      '경우에 ‖ 한하여',
      '만 명에 ‖ 이르는',
    ],
  },
  {
    name: 'together with',
    last: { endings: '와 과' },
    next: {
      words:
        '함께 똑같이 똑같은 마찬가지로 다름없는 다름없이 맞먹는 다를 다르게 관련된 관련한 같이 같아서 달리 더불어 같습니다 같아요 같다 같죠',
    },
    examples: ['교사와 ‖ 함께', '근육과 ‖ 같아서'],
    others: ['바닥을 닦을 수 있는 것과 ‖ 같은'],
  },
  {
    name: 'determiner and noun',
    last: { kinds: ['determiner'] },
    next: { kinds: ['noun', 'subject', 'object', 'topic', 'place', 'genitive', 'companion', 'dependent'] },
    examples: ['그 ‖ 사람은', '모든 ‖ 것이', '우리 ‖ 집'],
  },
  {
    name: 'noun that describes the next noun',
    last: { endings: '식 형 적 용 급 별' },
    next: { kinds: ['noun', 'subject', 'object', 'topic', 'place', 'genitive', 'companion'] },
    examples: ['기계식 ‖ 시계를', '공감적 ‖ 태도가'],
  },
  {
    name: 'short modifier and noun',
    last: {
      words: '한 큰 작은 새로운 좋은 많은 다른 같은 이런 그런 어떤 긴 먼 높은 낮은 깊은 오래된',
    },
    next: { kinds: ['noun', 'subject', 'object', 'topic', 'place', 'genitive', 'companion'] },
    examples: ['새로운 ‖ 집을', '긴 ‖ 줄이'],
  },
  {
    name: 'modifier and a noun that says when or what',
    last: { kinds: ['modifier', 'quotation'] },
    next: {
      begins:
        '뻔 만한 만하 만했 테니 테고 터라 터이니 바람에 김에 와중 반면 까닭 덕분 탓에 탓으로 순간 경우 사실 이유 방법 동안 다음 뒤 후 채',
    },
    examples: [
      '벌어진 ‖ 순간',
      '아니라는 ‖ 사실을',
      '먹는 ‖ 동안',
      '넘어질 ‖ 뻔했는데',
      '바쁠 ‖ 테니',
      '오는 ‖ 바람에',
    ],
  },
  {
    name: 'two-part name of a time or a group',
    last: { endings: '중' },
    next: { begins: '하나 한 누구 일부 절반' },
    examples: ['그중 ‖ 하나는', '친구 중 ‖ 하나는'],
  },
  {
    name: 'noun and the place or time beside it',
    last: { kinds: ['noun', 'numeral'], words: '것 것들 거 점 점들 쪽 때 등 지 데 곳 분' },
    next: {
      words:
        '만에 만의 동안 동안의 동안에 동안은 동안에는 전에 전의 전부터 전까지 전에는 후에 후의 후에는 뒤에 뒤의 뒤에는 넘게 가까이 이내 이내에 내내 안에 안의 안에서 안으로 안에는 안까지 밖에서 밖으로 위에 위에서 위로 위의 위에는 위를 위까지 아래 아래에 아래에서 아래로 아래의 아래를 앞에 앞에서 앞에는 앞을 앞의 뒤에서 뒤로 옆에 옆에서 옆의 옆으로 옆에는 밑에 밑에서 밑으로 곁에 곁에서 곁을 너머 너머로 너머의 너머에 틈에 틈에서 사이의 사이를 사이로 사이가 사이는 속의 속으로 속에는 때 때는 때의 때도 때마다 때부터 때까지 가운데 가운데서 중 중에 중에서 중에는 중에서도 사이 사이에 사이에서 사이에는 때문에 덕분에 무렵 무렵에는 당시 직전 직전에 직후 직후에 끝에 곳곳에 속 속에 속에서 없이',
    },
    examples: ['것들 ‖ 가운데', '사람들 ‖ 사이에서', '소리 ‖ 없이', '하루 ‖ 만에', '책상 ‖ 위의', '열네 살 ‖ 때'],
    others: ['돌 때까지 ‖ 뒤로'],
  },
  {
    name: 'like',
    last: { kinds: ['noun', 'dependent', 'numeral', 'modifier'] },
    next: {
      words: '같은 같아 같아서 같았죠 같습니다 같아요 같다 같았다 같은데 같은데요 같고 같네요 같았어요 같았습니다',
    },
    examples: ['손가락 ‖ 같은', '것 ‖ 같아요'],
    others: ['우리 편 ‖ 같이'],
  },
  {
    name: 'as if',
    last: { words: '것 거' },
    next: { words: '같이' },
    examples: ['튀어나온 것 ‖ 같이'],
  },
  {
    name: 'just as it is',
    last: { kinds: ['modifier'] },
    next: { words: '그대로 그대로의 그대로를 그대로예요 그대로입니다' },
    examples: ['약속한 ‖ 그대로', '있는 ‖ 그대로'],
    others: ['친구는 ‖ 그대로'],
  },
  {
    name: 'object and what it is taken as',
    last: { kinds: ['object'] },
    next: { words: '이유로 핑계로 대상으로 중심으로 바탕으로 목표로 계기로 상대로 기준으로 토대로 앞두고 둘러싸고' },
    examples: ['안전을 ‖ 이유로', '학생을 ‖ 대상으로', '실화를 ‖ 바탕으로'],
  },
  {
    name: NAME_AND_TITLE,
    last: { kinds: ['noun'] },
    next: { words: TITLES },
    examples: [
      '호킹 ‖ 박사는',
      'Rodriguez ‖ 씨와',
      '김철수 ‖ 대통령이',
      '권순자 ‖ 할머니가',
      '로드리게스 ‖ 교수님입니다',
    ],
    others: ['저는 ‖ 기자가', '유명한 ‖ 감독을'],
  },
  {
    name: 'amount and its limit',
    last: { kinds: ['noun', 'numeral', 'dependent'] },
    next: {
      words: '이상 이상의 이상이 이상을 이상은 이하 이하의 이하로 미만 미만의 안팎의 안팎으로 남짓 물론 물론이고',
    },
    examples: ['절반 ‖ 이상의', '100명 ‖ 이상이', '스무 살 ‖ 미만의'],
    others: ['더는 ‖ 이상을'],
  },
  {
    name: 'an amount and how much more',
    last: {
      words:
        '번 번만 가지 가지만 개 개만 명 명만 잔 잔만 장 장만 하나 하나만 둘 조금 조금만 좀 점점 달 시간 시간만 분 분만 걸음 발 발짝',
    },
    next: { words: '더 덜' },
    examples: ['한 번 ‖ 더', '한 가지만 ‖ 더', '조금 ‖ 더', '점점 ‖ 더'],
    others: ['시장 ‖ 더'],
  },
  {
    name: 'another',
    last: { words: '또' },
    next: { words: '다른 하나의 한' },
    examples: ['또 ‖ 다른', '또 ‖ 하나의'],
    others: ['또 ‖ 다르게'],
  },
  {
    name: 'such as',
    last: { words: '다음과 아래와 위와 이와 그와 이것과 그것과 저와' },
    next: { begins: '같은 같이 같습 같아 같다 같죠' },
    examples: ['아래와 ‖ 같은', '다음과 ‖ 같습니다'],
  },
  {
    name: 'percentage point',
    last: { endings: '퍼센트 프로 %' },
    next: { begins: '포인트' },
    examples: ['0.25퍼센트 ‖ 포인트를'],
  },
  {
    name: 'each other and different or alike',
    last: { words: '서로 각각 각기 저마다' },
    next: { begins: '다른 다르 다릅 다름 닮은 닮았 닮아 같은' },
    examples: ['3개의 서로 ‖ 다른', '저마다 ‖ 다르게'],
    others: ['서로 ‖ 다리를'],
  },
  {
    name: 'word for a limit and the amount',
    last: { words: '이르면 빠르면 늦으면 늦어도 짧으면 짧게는 길면 길게는 적으면 적게는 많으면 많게는' },
    next: { kinds: ['numeral', 'determiner'], begins: '내년 내달 내일 이달 올해 다음 오늘 오는' },
    examples: ['이르면 ‖ 내년', '짧으면 ‖ 석', '많게는 ‖ 세'],
    others: ['시간이 길면 ‖ 사람들이'],
  },
  {
    name: 'right there',
    last: { words: '바로 맨' },
    next: {
      words:
        '위 위에 위의 위에서 아래 아래에 아래에서 앞 앞에 앞에서 앞의 뒤 뒤에 뒤에서 뒤의 옆 옆에 옆에서 옆의 밑에',
    },
    examples: ['머리 바로 ‖ 위에'],
    others: ['바로 ‖ 위대한'],
  },
]
