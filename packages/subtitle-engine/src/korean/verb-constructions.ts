import type { Construction } from './construction.ts'

/**
 * Beginnings of the forms of a helping verb: from its stem, the stem with ㄴ, ㄹ and ㅂ, the infinitive and the past.
 * Forms of one syllable are not among them, because other words begin with them: the rows list them as whole words.
 */
function formsOf(stem: string, [n, l, b, infinitive, past]: readonly [string, string, string, string, string]): string {
  const after = (base: string, endings: string) => endings.split(' ').map(ending => base + ending)
  return [
    ...after(stem, '는 던 고 면 며 지 자 기 려 시 세 신 십 셔 셨 겠 니까 도록 네'),
    ...after(n, '다 데'),
    ...after(l, '게 까 래 지 수'),
    ...after(b, '니 시'),
    ...after(infinitive, '서 도 야 요 라'),
    past,
  ].join(' ')
}

const HELPING_VERBS = [
  formsOf('주', ['준', '줄', '줍', '줘', '줬']),
  formsOf('오', ['온', '올', '옵', '와', '왔']),
  formsOf('보', ['본', '볼', '봅', '봐', '봤']),
  formsOf('두', ['둔', '둘', '둡', '둬', '뒀']),
  formsOf('내', ['낸', '낼', '냅', '내', '냈']),
].join(' ')

/** Verbs with what is said about them: auxiliaries, negations, wishes, degrees. */
export const VERB_CONSTRUCTIONS: readonly Construction[] = [
  {
    name: 'verb and auxiliary verb',
    last: { endings: '고' },
    next: { begins: '있 계시 계신 계십 계세 싶 나서 나니 나면 나자 말았 보니 보면' },
    examples: ['접하고 ‖ 나서', '가지고 ‖ 계신', '살고 ‖ 있었다고', '하고 ‖ 싶어요', '알고 ‖ 보니'],
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
    last: { endings: '해도 아도 어도 여도 와도 워도 려도 져도 야 야만' },
    next: {
      begins:
        '되 돼 된 될 됩 됐 괜찮 좋 하는 하고 하지 하니 하며 하면 하던 하겠 하기 하나요 하죠 한다 할 합니 했 해서 해요',
      words: '한 해',
    },
    examples: ['해도 ‖ 되는', '가야 ‖ 합니다', '먹어도 ‖ 괜찮아요', '되어야만 ‖ 하는지'],
    others: ['목청을 높여도 ‖ 한숨만', '밀어야 ‖ 한쪽으로'],
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
    name: 'is not',
    last: { endings: '이 가 게 건' },
    next: { begins: '아니 아닌 아닙' },
    examples: ['진짜가 ‖ 아니라는', '사실이 ‖ 아닙니다', '그게 ‖ 아니라'],
  },
  {
    name: 'designed to',
    last: { endings: '도록' },
    next: { begins: '설계된 했 합니 하겠 하세 하죠 한다 해요 해서 돼 되어', words: '한 할 하는 해' },
    examples: ['모방하도록 ‖ 설계된', '알도록 ‖ 했습니다'],
    others: ['쉽게 풀리도록 ‖ 만들어진', '기억하도록 ‖ 하나도'],
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
    name: 'verb in -아/-어 and what it does for or to somebody',
    last: { kinds: ['linking'] },
    next: {
      begins: `있 계시 계신 계셔 계셨 보이 보여 보였 버리 버려 버렸 버린 버릴 버립 놓고 놓는 놓은 놓을 놓아 놓았 놔 놨 드리 드려 드렸 드립 달라고 달라는 ${HELPING_VERBS}`,
      words:
        '준 줄 줘 온 올 와 본 볼 봐 보인 보일 둔 둘 둬 낸 낼 드린 드릴 간 갈 가는 가고 가며 가면서 가던 가면 가서 갔다 갔는데 갔지만 갔어요 갔습니다 먹은 먹는 먹고 나가는 나가던 나갈 두었다가 말고 다오',
    },
    examples: [
      '해 ‖ 준',
      '찍어 ‖ 온',
      '보내 ‖ 주신',
      '나가 ‖ 있는',
      '되어 ‖ 있는지',
      '적어 ‖ 두니까',
      '행복해 ‖ 보이는',
      '살다 ‖ 보면',
      '먹다 ‖ 말고',
    ],
    others: ['하지 ‖ 마세요', '친구가 ‖ 있는', '나와 ‖ 오늘', '몰라 ‖ 주머니에', '먹어 ‖ 보리차'],
  },
  {
    name: 'adverb of degree and what it measures',
    last: { words: '더 가장 제일 매우 아주 훨씬 좀 못 안 잘 덜 너무 꽤 더욱 무척 몹시 굉장히 한층' },
    next: { kinds: ['adverb', 'modifier', 'linking', 'clause', 'final', 'quotation'] },
    examples: ['더 ‖ 작은', '제일 ‖ 먼저', '안 ‖ 가르치셨다고'],
  },
  {
    name: 'negation and a verb of one syllable',
    last: { words: '못 안' },
    next: { words: '본 볼 간 갈 온 올 쓴 쓸 준 잔 된 될 돼 해 봐 가 와 써 줘' },
    examples: ['못 ‖ 본', '안 ‖ 간'],
    others: ['못 ‖ 하나'],
  },
  {
    name: 'what one knows how to do',
    last: { words: '줄 줄을 줄도 줄은' },
    next: { begins: '알 아는 아세 압니 아시 몰 모르' },
    examples: ['고칠 줄 ‖ 아는', '그럴 줄은 ‖ 몰랐어요'],
  },
  {
    name: 'what can, may and must be',
    last: { words: '수 수가 수는 수도 수밖에 적 적이 적은 적도' },
    next: { begins: '있 없 밖에' },
    examples: ['수 ‖ 없는', '수 ‖ 밖에', '수도 ‖ 있어요', '수밖에 ‖ 없다', '적이 ‖ 있다', '만난 적 ‖ 없는'],
    others: ['선수가 ‖ 있'],
  },
  {
    name: 'what one succeeds or fails in',
    last: { words: '데 데에' },
    next: { begins: '성공 실패 그치 그쳤 그친 그칠 급급' },
    examples: ['사냥하는 데 ‖ 성공합니다', '넘기는 데 ‖ 급급했다'],
    others: ['만드는 데 ‖ 한 달이', '벗어 놓은 데 ‖ 있겠지'],
  },
  {
    name: 'likeness and its verb',
    last: { endings: '듯이' },
    next: { kinds: ['linking', 'modifier', 'final'] },
    examples: ['물 흐르듯이 ‖ 흘러갑니다', '춤추듯이 ‖ 움직였습니다'],
    others: ['아시다시피 ‖ 움직였습니다'],
  },
  {
    name: 'nominal form and what is said of it',
    last: { kinds: ['nominal'] },
    next: {
      begins:
        '시작 위해 위한 위하 쉽 쉬운 쉬워 쉬울 쉬웠 어렵 어려 힘들 힘든 힘듭 좋 싫 마련 십상 일쑤 하고 하는 하면 하며 하지 하던 하니 하죠 하세 하자 했 합니 해서 해요 해도',
      words: '전 전에 전의 전까지 전까지는 전부터 때문 때문에 때문이다 때문입니다 때문이에요 때문이라고 한다 한 할 해',
    },
    examples: ['배우기 ‖ 시작한', '이해하기 ‖ 쉬운', '먹기 ‖ 전에', '있기 ‖ 때문이라고', '가기로 ‖ 했어요'],
    others: ['전화기 ‖ 시작', '달리기 ‖ 하나를'],
  },
  {
    name: 'what is better',
    last: { words: '게 편이 것이 쪽이 것도' },
    next: { begins: '좋 낫 나을 나아 나은 나았 어떨 어때 어떻' },
    examples: ['그만하는 게 ‖ 좋을', '걷는 편이 ‖ 낫다고'],
    others: ['아이가 ‖ 좋아하는'],
  },
  {
    name: 'so that it becomes',
    last: { endings: '게' },
    next: { begins: '되는 되고 되면 되자 되지 되었 되어 되니 되기 되죠 될 됐 됩 돼', words: '된 될' },
    examples: ['알게 ‖ 된', '오르게 ‖ 되자'],
    others: ['가게 ‖ 된장', '길게 ‖ 되돌아'],
  },
  {
    name: 'not even one and its negation',
    last: { words: '번도 하나도 아무도 조금도 글자도 마디도 명도 개도 아무것도 알도 누구도' },
    next: { words: '안 못 모르는 모르게', begins: '없 않 모른 모를 모릅', kinds: ['linking'] },
    examples: ['한 번도 ‖ 받지', '하나도 ‖ 안', '아무도 ‖ 없는'],
    others: ['친구도 ‖ 안'],
  },
]
