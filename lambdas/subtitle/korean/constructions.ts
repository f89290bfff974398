import type { Kind } from './kinds.ts'

/** Two neighbouring eojeols that a reader takes in as one: neither a line nor a cue ends between them. */
export interface Construction {
  name: string
  /** Endings or whole forms of the first eojeol, or its kinds. */
  last: { endings?: string; words?: string; kinds?: readonly Kind[] }
  /** Beginnings or whole forms of the second eojeol, or its kinds. */
  next: { begins?: string; words?: string; kinds?: readonly Kind[] }
  /** `first ‖ second` pairs that are held, and pairs that look alike but are not. */
  examples: readonly string[]
  others?: readonly string[]
}

/** Constructions that hold whatever the weights say. A new one is a row with its examples, which are its test. */
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
    next: { begins: '되 돼 된 될 됩 됐 괜찮 좋 하 한 할 합 했 해' },
    examples: ['해도 ‖ 되는', '가야 ‖ 합니다', '먹어도 ‖ 괜찮아요'],
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
        '관한 관해 관해서 관하여 대한 대해 대해서 대하여 위한 위해 위해서 위하여 통해 통해서 통한 따라 따른 따르면 의한 의해 인한 인해 비해 비하면 향해 향한 걸친 걸쳐 둘러싼 불구하고',
    },
    examples: ['사랑에 ‖ 관한', '너를 ‖ 위해', '법에 ‖ 따라', '비로 ‖ 인해'],
  },
  {
    name: 'together with',
    last: { endings: '와 과' },
    next: { words: '함께 같이 같은 같아서 달리 더불어 같습니다 같아요 같다 같죠' },
    examples: ['교사와 ‖ 함께', '근육과 ‖ 같아서', '그와 ‖ 같은'],
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
    next: { begins: '설계 만들 하 한 했 해 돼 되' },
    examples: ['모방하도록 ‖ 설계된', '알도록 ‖ 했습니다'],
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
]
