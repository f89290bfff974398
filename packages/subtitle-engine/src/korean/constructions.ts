import type { Kind } from './kinds.ts'

/** Two neighbouring eojeols that are read as one unit: neither a line nor a cue ends between them. */
export interface Construction {
  name: string
  /** Endings or whole forms of the first eojeol, or its kinds. */
  last: { endings?: string; words?: string; kinds?: readonly Kind[] }
  /** Beginnings or whole forms of the second eojeol, or its kinds. */
  next: { begins?: string; words?: string; kinds?: readonly Kind[] }
  /** `first ‖ second` pairs that are held together, and similar pairs that are not. */
  examples: readonly string[]
  others?: readonly string[]
}

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
/** Titles after a name, with every particle: forms that do not exist are never met. */
const TITLES =
  '씨 박사 교수 대표이사 부회장 차관 국장 팀장 원장 총장 코치 배우 가수 선생 할머니 할아버지 대통령 총리 장관 의원 회장 사장 대표 감독 선수 기자 작가 판사 검사 변호사 시장 지사 위원장 여사 양 군 장군 대사 신부 목사 스님'
    .split(' ')
    .flatMap(title => PARTICLES.map(particle => title + particle))
    .join(' ')

/** Constructions that take precedence over the weights. A new one is a row with its examples, which are its test. */
export const CONSTRUCTIONS: readonly Construction[] = [
  {
    name: 'verb and auxiliary verb',
    last: { endings: '고' },
    next: { begins: '있 계시 계신 계십 계세 싶 나서 나니 나면 말았' },
    examples: ['접하고 ‖ 나서', '가지고 ‖ 계신', '살고 ‖ 있었다고', '하고 ‖ 싶어요'],
    others: ['먹고 ‖ 자서', '앉고 ‖ 나는'],
  },
  {
    name: 'negated verb',
    last: { endings: '지 지는 지도 지를 진' },
    next: { begins: '않 못하 못했 못한 못할 못합 말고 마세 마라 말아 말라 마십' },
    examples: ['가지 ‖ 않았다', '하지 ‖ 못한', '놀라지 ‖ 마세요'],
    others: ['강아지 ‖ 한'],
  },
  {
    name: 'verb in -아/-어 and auxiliary verb',
    last: { endings: '아 어 여 해 와 워 려 져 겨 켜 쳐 춰 꿔 내 봐 둬 줘 써 떠 꺼 가' },
    next: {
      begins:
        '봤 봅 봐 보았 보세 보시 보자 줬 줍 줘 주었 주어 주세 주시 주셔 주셨 드렸 드릴 드립 드려 버렸 버린 버릴 버립 버려 놓았 놨 두었 뒀 냈 내었 왔 오셨',
    },
    examples: ['기억해 ‖ 주셔서', '해 ‖ 봤어요', '잊어 ‖ 버렸다'],
  },
  {
    name: 'permission and duty',
    last: { endings: '해도 아도 어도 여도 와도 워도 려도 져도 야' },
    next: {
      begins:
        '되 돼 된 될 됩 됐 괜찮 좋 하는 하고 하지 하니 하며 하면 하던 하겠 하기 하나요 하죠 한다 할 합니 했 해서 해요',
      words: '한 해',
    },
    examples: ['해도 ‖ 되는', '가야 ‖ 합니다', '먹어도 ‖ 괜찮아요'],
    others: ['목청을 높여도 ‖ 한숨만', '밀어야 ‖ 한쪽으로'],
  },
  {
    name: 'modifier and dependent noun',
    last: { kinds: ['modifier', 'genitive', 'quotation'] },
    next: { kinds: ['dependent'] },
    examples: ['할 ‖ 수', '먹은 ‖ 적이', '좋은 ‖ 점은', '그런다는 ‖ 것을'],
  },
  {
    name: 'what can, may and must be',
    last: { words: '수 수가 수는 수도 수밖에 적 적이 적은 적도' },
    next: { begins: '있 없' },
    examples: ['수 ‖ 없는', '수도 ‖ 있어요', '수밖에 ‖ 없다', '적이 ‖ 있다', '만난 적 ‖ 없는'],
    others: ['선수가 ‖ 있'],
  },
  {
    name: 'what one knows how to do',
    last: { words: '줄 줄을 줄도 줄은' },
    next: { begins: '알 아는 아세 압니 아시 몰 모르' },
    examples: ['고칠 줄 ‖ 아는', '그럴 줄은 ‖ 몰랐어요'],
  },
  {
    name: 'carrying and coming or going',
    last: { words: '들고 가지고 데리고 타고 안고 싣고 메고 업고' },
    next: {
      words: '온 올 오는 와서 왔어요 왔습니다 오셨습니다 간 갈 가는 가서 갔어요 갔습니다 오세요 가세요 오다가 가다가',
    },
    examples: ['케이크를 들고 ‖ 온', '아이를 데리고 ‖ 가서'],
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
        '관한 관해 관해서 관해서는 관하여 대한 대해 대해서 대해서는 대해서도 대하여 위한 위해 위해서 위하여 통해 통해서 통한 따라 따른 따르면 의한 의해 인한 인해 비해 비하면 향해 향한 걸친 걸쳐 둘러싼 불구하고',
    },
    examples: ['사랑에 ‖ 관한', '규모에 ‖ 대해서는', '너를 ‖ 위해', '법에 ‖ 따라', '비로 ‖ 인해'],
  },
  {
    name: 'together with',
    last: { endings: '와 과' },
    next: { words: '함께 같이 같아서 달리 더불어 같습니다 같아요 같다 같죠' },
    examples: ['교사와 ‖ 함께', '근육과 ‖ 같아서'],
    others: ['바닥을 닦을 수 있는 것과 ‖ 같은'],
  },
  {
    name: 'is not',
    last: { endings: '이 가 게 건' },
    next: { begins: '아니 아닌 아닙' },
    examples: ['진짜가 ‖ 아니라는', '사실이 ‖ 아닙니다', '그게 ‖ 아니라'],
  },
  {
    name: 'determiner and noun',
    last: { kinds: ['determiner'] },
    next: { kinds: ['noun', 'subject', 'object', 'topic', 'place', 'genitive', 'companion', 'dependent'] },
    examples: ['그 ‖ 사람은', '모든 ‖ 것이', '우리 ‖ 집'],
  },
  {
    name: 'designed to',
    last: { endings: '도록' },
    next: { begins: '설계된 했 합니 하겠 하세 하죠 한다 해요 해서 돼 되어', words: '한 할 하는 해' },
    examples: ['모방하도록 ‖ 설계된', '알도록 ‖ 했습니다'],
    others: ['쉽게 풀리도록 ‖ 만들어진', '기억하도록 ‖ 하나도'],
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
      words:
        '한 큰 작은 새로운 좋은 많은 다른 같은 이런 그런 어떤 긴 먼 높은 낮은 깊은 오래된 관한 대한 위한 통한 따른 의한 인한',
    },
    next: { kinds: ['noun', 'subject', 'object', 'topic', 'place', 'genitive', 'companion'] },
    examples: ['새로운 ‖ 집을', '사랑에 관한 ‖ 이야기는', '긴 ‖ 줄이'],
  },
  {
    name: 'modifier and a noun that says when or what',
    last: { kinds: ['modifier', 'quotation'] },
    next: { begins: '순간 경우 사실 이유 방법 동안 다음 뒤 후 채' },
    examples: ['벌어진 ‖ 순간', '아니라는 ‖ 사실을', '먹는 ‖ 동안'],
  },
  {
    name: 'two-part name of a time or a group',
    last: { endings: '중' },
    next: { begins: '하나 한 누구 일부 절반' },
    examples: ['그중 ‖ 하나는', '친구 중 ‖ 하나는'],
  },
  {
    name: 'wish, permission and prohibition',
    last: { endings: '면' },
    next: {
      begins: '좋겠 어떨 어때 어떻습',
      words: '안 돼 돼요 됩니다 된다 된다고 되는 되죠 되나요 되니까 하는 싶은',
    },
    examples: ['잊으시면 ‖ 안', '있으면 ‖ 좋겠다고', '하면 ‖ 됩니다'],
  },
  {
    name: 'perhaps',
    last: { endings: '을지 을지도 할지 할지도 될지 될지도 는지도 줄지도 올지도 갈지도 일지도' },
    next: { begins: '모르 모른 모를 모릅 몰라 몰랐' },
    examples: ['사라졌을지도 ‖ 모르죠', '있을지 ‖ 모릅니다'],
  },
  {
    name: 'fear and doubt',
    last: { endings: '까' },
    next: { words: '봐 봐서 봐요 싶어 싶어서 싶은 말까 하는' },
    examples: ['될까 ‖ 봐', '갈까 ‖ 말까'],
  },
  {
    name: 'whether or not',
    last: { endings: '지' },
    next: { words: '아닌지 아닌지를 말지 말지를 않을지 없는지' },
    examples: ['나무인지 ‖ 아닌지', '갈지 ‖ 말지'],
  },
  {
    name: 'noun and the place or time beside it',
    last: { kinds: ['noun', 'dependent', 'numeral'] },
    next: {
      words:
        '가운데 가운데서 중 중에 중에서 중에는 중에서도 사이 사이에 사이에서 사이에는 때문에 덕분에 무렵 무렵에는 당시 직전 직전에 직후 직후에 끝에 곳곳에 속 속에 속에서 없이',
    },
    examples: ['것들 ‖ 가운데', '사람들 ‖ 사이에서', '소리 ‖ 없이'],
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
    name: 'verb in -아/-어 and what it does for or to somebody',
    last: { kinds: ['linking'] },
    next: {
      words:
        '준 줄 주는 주던 주신 주실 주시는 준다 준다고 준다는 줄게 줄게요 주자 주고 주면 주며 주면서 주지 줘 줘서 줘도 줘야 줍니다 온 오던 왔던 온다 본 볼 보는 보던 보고 보면 보니 보니까 보자 봐 봐도 봐야 놓은 놓고 놓는 놓을 놓아 놓아도 놨길래 둔 두고 두는 둘 두었다가 낸 내고 내며 내는 낼 버린 버릴 버리고 버리는 있는 있던 있고 있다 있다는 있다고 있었다 있었다고 있었다는 있었던 있습니다 있어요 있죠 있을 있으면 계신 계시는 달라고 달라는 드리면 드릴 드린 드리고 드리는 드리려고 드릴게요 먹은 먹는 가는 가고 가며 가면서 가던 나가는 나가던 나갈',
    },
    examples: ['해 ‖ 준', '찍어 ‖ 온', '보내 ‖ 주신', '나가 ‖ 있는'],
    others: ['하지 ‖ 마세요', '친구가 ‖ 있는'],
  },
  {
    name: 'adverb of degree and what it measures',
    last: { words: '더 가장 제일 매우 아주 훨씬 좀 못 안 잘 덜 너무 꽤' },
    next: { kinds: ['adverb', 'modifier', 'linking', 'clause', 'final', 'quotation'] },
    examples: ['더 ‖ 작은', '제일 ‖ 먼저', '안 ‖ 가르치셨다고'],
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
    name: 'name and title',
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
    name: 'likeness and its verb',
    last: { endings: '듯이' },
    next: { kinds: ['linking', 'modifier', 'final'] },
    examples: ['물 흐르듯이 ‖ 흘러갑니다', '춤추듯이 ‖ 움직였습니다'],
    others: ['아시다시피 ‖ 움직였습니다'],
  },
]
