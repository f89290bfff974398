/**
 * Common English predicates with the beginnings of their Korean translations. A negation counts as lost only if the
 * Korean affirms one of them: a free translation of a negated sentence uses other words (`never raised her voice`:
 * 늘 조용조용 말씀하셨어요). `_` is a space.
 */
const PREDICATES = `
say says said saying tell tells told talk speak spoke spoken : 말했 말해 말하 얘기 이야기
sign : 서명 사인
agree consent : 동의 찬성
need require : 필요
come comes came coming : 왔 와요 올 옵니 돌아왔 돌아올 돌아와
return : 돌아왔 돌아올 돌아와 돌려
go goes went gone going : 갔 가요 가세요 갈 갑니 돌아갔 돌아갈 돌아가
been : 가_봤 다녀왔 갔
recommend : 추천 권하 권해 권할
pay pays paid : 냈 줬 지불 계산 갚
cause : 일으 원인 초래
read : 읽
call : 전화
mix : 섞
break broke broken : 고장 부러 깨졌 깨져 망가
hurt injure : 다쳤 다치 다쳐
press push : 누르 눌러 눌렀 밀
touch : 만지 만져 만졌 건드
open : 열려 열었 열어 열리 여세
lock : 잠갔 잠가 잠그 잠겨 잠겼 잠긴
eat ate eaten : 먹 드세
drink drank drunk : 마시 마셔 마셨
sleep slept : 잤 자요 잠들
understand understood : 이해 알아들
believe trust : 믿
like love : 좋아 사랑
want : 원하 원해 원했
buy bought : 샀 사요 사세 살_거 구입 구매
sell sold : 팔
find found : 찾았 찾아냈 찾을 발견
see sees saw seen : 봤 보여 보였 보이 볼_수 보았
hear heard : 들었 들어요 들려 들리 들렸 들을
watch : 봤 보세 지켜
feel felt : 느꼈 느껴 느끼
remember : 기억
move : 움직 이사 옮
change : 바뀌 바꾸 바꿔 바꿨 변하 변했
help : 도와 도왔 도움 돕
happen : 일어났 일어나 생겼
rain : 비가
snow : 눈이
arrive : 도착
finish complete end : 끝났 끝내 끝냈 마쳤 완성
start begin began begun : 시작 시동 출발
use : 쓰세 썼 써요 사용 이용
write wrote written : 썼 써요 쓰세
win won : 이겼 이겨 우승 승리
play : 놀 연주 쳤
meet met : 만났 만나 만날
marry : 결혼
die : 죽었 죽어 숨졌 돌아가셨
live : 살았 살아 살고
stay remain : 머물 남았 남아
sit sat : 앉
run ran : 뛰었 뛰어 달렸 달려 운영
walk : 걸었 걸어 걷
drive drove driven : 운전 몰았
fly flew flown : 날았 날아
swim swam : 수영 헤엄
cook : 요리
clean : 청소 깨끗
wash : 씻
burn : 탔 태웠 불탔
fall fell fallen : 떨어 넘어
cut : 자르 잘라 잘랐
build built : 지었 지을 지어 세웠
make made : 만들 만드
fix repair : 고쳤 고쳐 고칠 수리
test : 시험 검사 테스트
answer reply respond : 대답 답장 답했 반응 응답
ask : 물었 물어 부탁 질문
send sent : 보냈 보내 보낼
receive : 받았 받을 받아
give gave given : 줬 주었 주세
bring brought : 가져
wear wore worn : 입었 입어 입고 썼
smoke : 피우 피워 피웠
fit : 맞아 맞았
pass : 통과 합격 붙었
approve : 승인
accept : 받아들
allow permit : 허락 허용
vote : 투표
invite : 초대
apologize : 사과했 사과하
learn : 배웠 배워 배우
teach taught : 가르
grow grew grown : 자랐 자라 키우
rise rose risen : 부풀 올랐 올라
release publish : 발표 출시 출간
support : 지원 지지
attend : 참석 참가
join : 참가 가입 합류 함께했
share : 나눴 나누 공유
save : 저장 구했
delete erase remove : 지웠 지우 지워 삭제
charge : 충전 청구
contain include : 들어 포함
exist : 존재 있
prove : 증명 입증
solve : 풀었 해결
show showed shown : 보여 보였
explain : 설명
promise : 약속
visit : 방문 찾아갔
check : 확인
order : 주문 시켰
spend spent : 썼
cry : 울었 울어
kid joke : 농담 장난
laugh smile : 웃었 웃어
kill : 죽였
attack : 공격
steal stole stolen : 훔
cheat : 속였
plan : 계획
expect : 예상 기대
notice : 알아차 눈치
recognize : 알아봤 알아보
admit : 인정
practice : 연습
train : 훈련
travel : 여행
climb : 올랐 오르
jump : 뛰
count : 세었 셌
measure : 쟀 측정
work : 일했 일해 일하
own : 가지고
copy : 베꼈 베껴 복사
print : 인쇄 출력
click : 클릭 누르
install : 설치
feed fed : 먹이
water : 물을
paint : 칠
plant : 심
hire : 고용 뽑
fire : 해고
invest : 투자
safe : 안전
ready : 준비
true real : 사실 진짜 맞아 진실
right correct : 맞아 맞았 옳 정확
possible : 가능
happy : 행복 기뻐 기뻤
angry : 화가 화났
sick ill : 아팠 아파
tired : 피곤 지쳤
hungry : 배고 배가
rich : 부자 부유
legal : 합법
guilty : 유죄
pregnant : 임신
alive : 살아
dangerous : 위험
expensive : 비싸 비쌌
important : 중요
interested : 관심
afraid scared : 무서 두려 겁
perfect : 완벽
fair : 공정 공평
clear : 분명 맑
cold : 추웠 추워 차가
hot : 뜨거 더웠 더워
new : 새로
normal : 정상
responsible : 책임
sweet : 달아 달콤
spicy : 매워 매웠
free : 무료 공짜
regret : 후회
full : 가득 꽉
wet : 젖
dry : 말랐 말라
loud : 시끄
famous : 유명
popular : 인기
useful : 유용 쓸모
fresh : 신선 싱싱
evidence proof : 증거 흔적
`

/** Regular forms of an English word; a form that does not exist does no harm. */
function formsOf(word: string): string[] {
  const stem = word.replace(/e$/, '')
  const doubled = `${word}${word.at(-1)}`
  const regular = ['s', 'es', 'd', 'ed', 'ing'].map(end => word + end)
  return [
    word,
    ...regular,
    `${stem}ing`,
    `${doubled}ed`,
    `${doubled}ing`,
    word.replace(/y$/, 'ies'),
    word.replace(/y$/, 'ied'),
  ]
}

let byForm: ReadonlyMap<string, readonly string[]> | undefined

/** Beginnings of Korean words by each form of the English words. */
function readPredicates(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const line of PREDICATES.trim().split('\n')) {
    const [english = '', korean = ''] = line.split(' : ')
    const beginnings = korean.split(' ').map(beginning => ` ${beginning.replaceAll('_', ' ')}`)
    for (const word of english.split(' ')) for (const form of formsOf(word)) found.set(form, beginnings)
  }
  return found
}

/** True if a Korean text has a word that translates an English one. */
export function hasCounterpart(word: string, korean: string): boolean {
  byForm ??= readPredicates()
  const words = ` ${korean.replace(/[^가-힣]+/g, ' ')}`
  return byForm.get(word)?.some(beginning => words.includes(beginning)) ?? false
}
