import { MISLEADING_NOUNS } from './misleading-nouns.ts'
import { isClosedStem, isVerbStem } from './stems.ts'

/** The role of an eojeol in its sentence, as far as its form shows it. */
export type Kind =
  | 'conjunction'
  | 'determiner'
  | 'adverb'
  | 'dependent'
  | 'numeral'
  | 'topic'
  | 'subject'
  | 'object'
  | 'genitive'
  | 'companion'
  | 'place'
  | 'modifier'
  | 'clause'
  | 'linking'
  | 'quotation'
  | 'nominal'
  | 'final'
  | 'relation'
  | 'noun'

/**
 * One kind: whole words and endings that indicate it, and examples that are its tests. The longest matching ending
 * counts.
 */
interface KindRow {
  kind: Kind
  /** Eojeols of this kind in exactly this form. */
  words?: string
  /** Endings of longer eojeols of this kind. */
  endings?: string
  examples: string
}

/** The Korean forms on which breaks depend. To cover a new form, add a word or an ending with an example. */
export const KINDS: readonly KindRow[] = [
  {
    kind: 'conjunction',
    words:
      '그리고 하지만 그런데 근데 그래서 그러나 그러니까 그러면 그럼 따라서 그러므로 왜냐하면 또는 혹은 또한 게다가 즉 다만 반면 만약 만일 비록 결국 한편 그래도 그렇지만 및 그러다가 그러다 그랬더니 더구나 더욱이 아무튼 어쨌든 그나저나 물론 하긴 사실 그러자 이에 이어 그래야 오히려 특히 그런데도 그러니 그렇다면 그럼에도 그러면서 그러면서도 그리하여 예컨대 요컨대 이윽고',
    examples: '그리고 하지만 그런데',
  },
  {
    kind: 'determiner',
    words:
      '이 그 저 이런 그런 저런 어떤 모든 각 새 헌 여러 매 다른 무슨 첫 아무 옛 단 총 제 내 네 우리 저희 너희 어느 별 맨 웬 딴 양 본 당 이번 지난 그까짓 이까짓 몇몇 온갖 각종 일부 현 주요 해당 약 무려 최대 최소 여느 웬만한',
    examples: '이 그런 모든 우리',
  },
  {
    kind: 'adverb',
    words:
      '심지어 적어도 반드시 온통 전부 꼬박 통째로 하루빨리 깨끗이 일일이 곰곰이 틈틈이 나란히 더 가장 매우 아주 정말 진짜 너무 잘 못 안 꼭 좀 막 또 덜 제일 훨씬 거의 다시 바로 이미 함께 아직 왜 늘 자주 겨우 오직 전혀 별로 계속 점점 조금 많이 빨리 서로 모두 다들 그냥 이제 지금 항상 언제나 절대 결코 아마 혹시 실제로 분명히 완전히 천천히 조용히 꽤 무척 몹시 약간 금방 곧 방금 벌써 드디어 마침내 갑자기 얼른 어서 일단 우선 먼저 다 같이 따로 직접 스스로 그대로 그렇게 이렇게 저렇게 어떻게 아까 살짝 한번 가끔 때로 매일 매번 매년 절로 저절로 차라리 굳이 아예 도대체 설마 제발 부디 과연 역시 어쩌면 아무래도 당장 마치 단지 이렇듯 그토록 이토록 워낙 하도 되게 엄청 당연히 솔직히 특별히 가만히 열심히 멀리 가까이 높이 깊이 오래 일찍 홀로 혼자 무조건 대체로 주로 서서히 여전히 도로 미리 당분간 간신히 제대로 함부로 억지로 새로 대개 보통 원래 본래 여기저기 영영 아까부터 그저 딱 싹 쭉 푹 꾹 확 툭 훅 슬쩍 몰래 거기 여기 저기 어디 언제 오늘 어제 내일 잠깐 잠시 하나하나 하나씩 조금씩 아무리 유독 자꾸 실컷 일부러 비로소 금세 막상 정작 거저 잔뜩 맨날 꼼짝 똑똑 번쩍 가득 꽁꽁 밤새 쿵 또다시 사실상 핑 꽉 한층 다소 마냥 문득 벌떡 훌쩍 대충 그나마 어차피 여태 이따가 무작정 하필 하마터면 차츰 차차 점차 줄곧 오로지 아직도 지금도 여전히도 똑같이 없이 말없이 턱없이 빠짐없이 끊임없이 틀림없이 쉴새없이 정말로 절대로 진짜로 의외로 거꾸로 똑바로 진심으로 마지막으로 처음으로 자동으로 마찬가지로 한꺼번에 얼마든지 도무지 왠지 어쩐지 기껏해야 잘해야 혼자서 둘이서 셋이서 언젠가 저마다 너무나 얼마나 이만 그만 별도로 수시로 차례로 대대로 조만간 일제히 다짜고짜 벌써부터 아직까지 지금까지 그때까지 그동안 오랫동안 한동안',
    endings: '게 스럽게 하게 롭게 럽게 으리 히 껏 게도 적으로 없이',
    examples: '정말 다시 조용하게 간단히 조심조심',
  },
  {
    kind: 'modifier',
    words:
      '한 될 할 된 간 온 본 난 든 쓴 산 준 큰 먼 긴 찬 단 센 싼 흰 푼 뺀 탄 켠 들은 지은 적은 커다란 싫은 좁은 모은 이르는 낯선 값진 빨간 하얀 까만 파란 노란 빠른 어린 드문 나른 졸린 잠든 적힌 엉킨 베인 부순 그을린 이끈 되뇐 오랜 어릴 바쁠 고플 아플 나쁠 예쁠 슬플 기쁠 아무런 그럴 이럴 저럴 아닐 꿰맬 디딜 알아낼 화낼 식은 감은 숨은 속은 품은 안은 참은 찍은 심은 부은 나은 맡은 볼 올 낼 갈 쓸 셀 둔 짠 낀 빈 낸 탈 적을 적는 만들 지을 놀랄 알아들을 깨달은 걸은 실은 만한',
    endings:
      '던 같은 많은 좋은 작은 높은 낮은 깊은 짧은 넓은 젊은 늙은 싶은 않은 받은 남은 죽은 찾은 읽은 앉은 먹은 얻은 믿은 깎은 닦은 밝은 붉은 검은 굵은 얇은 굳은 곧은 옳은 쏟은 묻은 입은 잃은 잊은 씻은 걷은 겪은 뽑은 잡은 놓은 쌓은 넣은 낳은 맞은 꽂은 볶은 막은 녹은 썩은 익은 겪은 끊은 꿇은 뚫은 삼은 닮은 굶은 짊은 떫은 젖은 늦은 찢은 짖은 같을 있을 없을 했을 았을 었을 였을 겠을 좋을 많을 받을 먹을 찾을 믿을 읽을 앉을 않을 싶을 얻을 남을 죽을 잡을 넣을 놓을 맞을 었던 있는 없는 않는 싶은 같은 러운 로운 다운 려운 거운 가운 쉬운 미운 매운 고운 추운 더운 어려운 새로운 적인 쁜 픈 아온 어온 여온 내온 겨난 어난 해진 러진 려진 겨진 어진 워진 아진 쳐진 해질 러질 려질 겨질 어질 워질 아질 라운 두운 서운 꺼운 까운 마운 쉬울 려울 서울 로울 러울 까울 나올 돌아올',
    examples: '있던 좋은 놀라운 받은 구체적인 주문한 부러진 빨간',
  },
  {
    kind: 'quotation',
    endings:
      '다는 라는 냐는 자는 다던 라던 다고 라고 냐고 자고 으라고 달라고 려는 다며 라며 다면서 라면서 대로는 다고들 라고들 자고들 냐고들 다고는 라고는 다고도 라고도 으라며 으려는',
    examples: '필요하다는 간다고 오라는',
  },
  {
    kind: 'relation',
    words:
      '관한 관해 관해서 대한 대해 대해서 위한 위해 위해서 통해 통해서 따라 따라서 따른 따르면 의해 의한 인해 비해 비하면 향해 걸쳐 걸친 함께 같은 같이 아니라 아닌 아니고 둘러싼 불구하고 달리 더불어 말미암아 반해',
    examples: '관한 대해서 아니라',
  },
  {
    kind: 'clause',
    words:
      '하고 보면 하면 하니 가면 오면 해서 와서 가서 보니 지고 될까 줄까 할까 볼까 갈까 올까 말까 깰까 가도 떠도 써도 둬도 봐도 와도 죄송합니다만',
    endings:
      '는디 은디 인디 닌디 던디 텐디 인께 응께 니께 으믄 하믄 이믄 고 서 면 으며 하며 이며 지며 리며 으면서 하면서 면서 지만 는데 은데 인데 한데 던데 텐데 으면 하면 되면 보면 리면 지면 이면 라면 다면 어서 아서 여서 해서 와서 워서 려서 져서 춰서 켜서 쳐서 라서 서야 니까 으니 보니 하니 더니 려고 도록 거나 다가 므로 든지 든가 자마자 길래 느라 느라고 해도 어도 아도 여도 와도 워도 더라도 을수록 수록 기에 기보다 는지 은지 을지 건만 거늘 되고 하고 있고 없고 였고 았고 었고 했고 갔고 왔고 됐고 었는데 았는데 했는데 시고 지고 리고 치고 기고 이고 우고 르고 보고 주고 오고 가고 먹고 받고 싶고 않고 같고 많고 좋고 크고 쓰고 내고 나고 두고 앉고 읽고 듣고 걷고 입고 신고 씻고 찾고 잡고 닫고 믿고 웃고 울고 살고 알고 들고 놀고 열고 팔고 걸고 돌고 밀고 풀고 물고 빌고 갈고 말고 며 고서는 다가는 면서는 어서는 아서는 면서도 고도 데도 서도 져도 려도 겨도 켜도 써도 둬도 봐도 셔도 꿔도 줘도 춰도 떠도 돼도 을지도 을까 거라 이라 되자 지자 는지는 은지는 는지도 인지 데다',
    examples: '그랬지만 오는데 오는디 사람인께 좋으면 있어서 오니까 먹고',
  },
  {
    kind: 'linking',
    words:
      '가 와 내 봐 해 써 떠 꺼 나가 내려가 돌아가 걸어가 데려가 가져가 올라가 들어가 지나가 찾아가 따라가 다가가 날아가 뛰어가 끌려가 건너가 살아가 나와 올라와 들어와 내려와 돌아와 다가와 찾아와 가져와 데려와 걸어와 불러 찔러 눌러 올라 골라 따 빼 커 다녀 부숴 보태 만나 몰라 달라 잘라 서둘러 흘러 굴러 둘러 길러 적지 쳐',
    endings:
      '해 하여 되어 돼 져 려 겨 켜 쳐 워 어 아 여 내 꿔 눠 춰 봐 둬 줘 지 야 혀 하러 으러 보러 사러 만나러 배우러 놀러',
    examples: '만들어 꺼내 챙겨 하지',
  },
  {
    kind: 'place',
    words: '때문에 거기에 여기에 저기에 뒤에야 그제야 여기서 거기서 저기서 어디서 데서 사람치고 내게 네게 제게',
    endings:
      '에 에서 에서는 에서도 에서의 에게 에게는 에게도 에게서 한테 한테는 한테서 부터 까지 까지는 까지도 으로 로 으로는 로는 으로도 로도 으로서 로서 으로써 로써 에는 에도 엔 께 께서 께서는 보다 보다는 처럼 처럼은 만큼 만큼은 마다 조차 마저 밖에 대로 에만 이나 동안 때 때는 때도 때마다 후 후에 뒤 뒤에 전 전에 중에 사이에 덕분에 채 채로 만에 씩 쯤 내내 무렵 대신 다음 이후 이전 까지만 부터만 에서만 에게만 한테만 로만 부터는 부터도 치고',
    examples: '학교에서 집으로 친구에게 어제부터',
  },
  {
    kind: 'noun',
    words:
      '매달 강의실 나머지 육아 반면 국면 도면 정면 방면 양면 수면 단면 순서 문서 독서 질서 비서 부서 도서 어머니 언니 할머니 아주머니 주머니 최고 사고 광고 보고서 경고 창고 재고 고려 화면 장면 표면 측면 라면 냉면 가면 자기 이야기 얘기 비행기 연기 공기 감기 용기 향기 경기 전기 아기 고기 시기 위기 분위기 무기 악기 인기 자전거 나라 우리나라 카메라 머리 소리 다리 거리 자리 오리 아이 차이 종이 나이 사이 학교 가지 강아지 아버지 할아버지 편지 바지 먼지 단지 메시지 이미지 페이지 에너지 바다 의자 과자 상자 모자 여자 남자 혼자서 환자 기자 작가 국가 휴가 평가 증가 영화 전화 문화 변화 대화 평화 결과 효과 성과 사과 학과 도시 접시 가시 시 과학 회사 의사 역사 교사 도로 피로 고로 서로가 진로 경로 새로 회의 강의 주의 동의 정의 논의 합의 거의 세계 기계 관계 단계 시계 사회 기회 대회 국회 교회 후회 문제 과제 숙제 경제 주제 제도 정도 온도 속도 태도 지도 각도 파도 의도 포도 강도 농도 고도 마을 가을 노을 겨울 서울 거울 저울 개울 물 말 일 날 달 술 칼 발 글 길 벌 손 눈 돈 산 문 편 반 은 금 신 선 전 면 연 분 언론 시간 인간 공간 순간 기간 주간 야간 사건 조건 물건 의견 발견 문건 사람 마음 사진 부분 대부분 기분 화분 신분 주변 해변 가족 전문 질문 신문 방문 논문 창문 학문 장관 기관 습관 도서관 박물관 미술관 편의점 식당 병원 대학원 공원 직원 회원 지원 자원 정원 은행원 국민 시민 주민 농민 국회의원 대한 북한 남한 제한 권한 기한 무한 개인 주인 원인 노인 성인 범인 본인 외국인 연인 시인 군인 확인 부인 정신 자신 당신 통신 내일 매일 생일 휴일 평일 과일 파일 비밀 건물 동물 식물 선물 인물 음식물 괴물 보물 눈물 국물 현실 사실 교실 진실 거실 욕실 연구실 병실 화장실 방법 문법 마법 헌법 심리 물리 관리 처리 요리 원리 논리 정리 유리 능력 노력 하나 누나 바나나 언제나 하늘 바늘 마늘 오늘 얼굴 동굴 비율 확률 환율 규칙 개월 주일 요일 월요일 화요일 수요일 목요일 금요일 토요일 일요일 고양이 떡볶이 어린이 딸아이 젊은이 늙은이 목걸이 귀걸이 놀이 먹이 돈벌이 구이 쌍둥이 호랑이 원숭이 달팽이 지팡이 곰팡이 길이 넓이 손잡이 나들이 집들이 뒤풀이 살림살이 오이 넥타이 어버이 교통사고 신고 냉장고 금고 해고 원고 피고 교과서 계약서 설명서 각서 엽서 유서 이력서 참고서 안내서 신청서 정서 용서 경찰서 소방서 사직서 전면 지면 뒷면 앞면 옆면 윗면 평면 내면 외면 해수면 동면 휴지 잡지 돼지 반지 봉지 공지 금지 방지 유지 의지 처지 폐지 토지 부지 현지 관광지 여행지 목적지 출발지 저수지 홈페이지 패키지 소시지 오렌지 엄지 검지 복지 농지 산지 언어 단어 국어 영어 한국어 외국어 중국어 일본어 모국어 오징어 상어 연어 장어 문어 악어 인어 고등어 용어 소아 고아 치아 아시아 러시아 이탈리아 미디어 소프트웨어 하드웨어 아이디어 엔지니어 올해 지난해 새해 피해 손해 이해 오해 항해 동해 서해 남해 침해 방해 첫해 이듬해 그해 재해 공해 국내 장내 시내 실내 교내 체내 안내 아내 막내 기내 배려 격려 우려 염려 피겨 사진작가 화가 전문가 주가 물가 유가 추가 참가 허가 번역가 건축가 사업가 음악가 소설가 예술가 정치가 기업가 여가 누군가 농가 상가 보도 시도 난이도 만족도 밀도 습도 위도 경도 연도 내년도 인도 수도 복도 차도 철도 유도 기도 용도 빈도 제주도 경기도 강원도 경상도 전라도 독도 한반도 별도 불만 자만 비만 대만 고속도로 통로 활주로 항로 선로 미로 회로 난로 영상의학과 내과 외과 소아과 안과 치과 정신과 통과 초과 경과 사랑 자랑 풍랑 신랑 편의 상의 문의 결의 항의 협의 민주주의 자본주의 가게 집게 꽃게 베개 일기 크기 쓰레기 물고기 세기 학기 동기 상기 열기 증기 수증기 습기 사기 포기 줄기 보기 초기 말기 후기 분기 정기 계기 휴대전화 달러 의미 재료 자료 서류 종류 뒤쪽 앞쪽 왼쪽 오른쪽',
    examples: '순서 신시아 카메라 사진 비행기 계단 평균 지하철',
  },
  { kind: 'genitive', endings: '의', examples: '나라의 사람들의' },
  {
    kind: 'companion',
    words:
      '짝하고 친구하고 엄마하고 아빠하고 형하고 누나하고 언니하고 오빠하고 동생하고 너하고 나하고 저하고 우리하고 개하고 애하고 너와 저와 우리와 그와',
    endings: '와 과 이랑 랑 하고 들하고 님하고 씨하고',
    examples: '친구와 선생님과 동생이랑',
  },
  { kind: 'object', words: '이를 뭘 날 널 절 이걸 그걸 저걸 누굴', endings: '을 를', examples: '밥을 나를' },
  {
    kind: 'topic',
    words:
      '난 넌 이건 그건 저건 나는 너는 저는 그는 자는 누구는 얘는 쟤는 걔는 지금은 오늘은 어제는 이제는 여기는 거기는 우리는 저희는 모양은 차이는 이번에는 거리는 길거리는 사실은 결국은 나이는 사이는 아이는 종이는 순은 대로는',
    endings: '은 는 이란 란 이야말로 야말로',
    examples: '저는 사람은',
  },
  {
    kind: 'subject',
    words: '올해도 그래도 이래도 이게 저게 그게 뭐가 누가 내가 네가 제가 하나도 아무도 아무것도',
    endings: '이 가 도 만 들이 만이 조차도 까지가 뿐만 이라도 라도',
    examples: '사람이 제가 저도',
  },
  { kind: 'nominal', endings: '기 하기 되기 기가 기를 기는 기도 기만 기로', examples: '달리기 만들기를' },
]

/** Nouns that always follow what describes them, before any particle or form of 이다. */
const DEPENDENT =
  /^(?:수|것|거|적|데|바|뿐|만큼|대로|등|점|채|척|듯|듯이|리|셈|편|법|탓|참|터|식|줄|지|나름|모양|때문|정도|쪽|때|만|지경|무렵|동안)(?:이|가|은|는|을|를|도|만|에|로|의|으로|에서|에는|에도|에만|만은|이나|처럼|부터|까지|까지는|밖에|조차|들|들이|들을|들은|들도|마다|예요|이에요|입니다|이다|일|이라|이라고|이라는|라고|라는|이죠|죠|이지|지|이고|고|이며|이야|야|인|인데|인데요|였|였어요|였습니다|이었|이었다|이었어요|이었습니다|이니까|니까|네요|이네요|거든요|이거든요|였다|였거든요|일까요|일까|인가|인가요|보다|보다는)?$|^(?:건|걸|게|겁니다|겁니까|걸까|걸까요|건가|건가요|건지|건데|건데요|거든|거든요|거란|거라고|거라는|걸요|게요|걸로|듯한|듯하|텐데|텐데요|수밖에)$/
/** Endings that close a sentence even without punctuation. */
const POLITE = /[가-힣](?:(?<![필중수소주개])요|죠|니다|[습ㅂ]니까)$/
/** The last syllables of `POLITE`. */
const POLITE_LAST = new Set('요죠다까')
const FINAL =
  /[가-힣](?:다|요|죠|까|지|냐|자|라|나|니|래|네|어|아|해|야|게|걸|거든|군|구나|음|줘|봐|돼|데)$|^(?:해|가|와|봐|줘|야)$/
const NUMERAL =
  /^(?:[\d,.]*\d[만억조천백십여]*|[일이삼사오육칠팔구십백천만억조]{2,}|[백천만억]|한|두|세|네|석|넉|두어|다섯|여섯|일곱|여덟|아홉|열|열한|열두|열세|열네|열다섯|스무|스물[가-힣]*|서른[가-힣]*|마흔[가-힣]*|쉰[가-힣]*|예순|일흔|여든|아흔|몇|수[십백천만]+|한두|두세|서너|너덧|대여섯|예닐곱)$/

const WORDS = new Map<string, Kind>()
const ENDINGS = new Map<string, Kind>()
let longestEnding = 1
for (const word of MISLEADING_NOUNS.trim().split(/\s+/)) WORDS.set(word, 'noun')
for (const { kind, words = '', endings = '' } of KINDS) {
  for (const word of words.split(' ')) if (word !== '' && !WORDS.has(word)) WORDS.set(word, kind)
  for (const ending of endings.split(' ')) {
    if (ending === '' || ENDINGS.has(ending)) continue
    ENDINGS.set(ending, kind)
    longestEnding = Math.max(longestEnding, ending.length)
  }
}

/** The kind of an eojeol without its punctuation; `closes` if a sentence ends with it. */
export function kindOf(word: string, closes = false): Kind {
  if (closes ? FINAL.test(word) : POLITE_LAST.has(word.charAt(word.length - 1)) && POLITE.test(word)) return 'final'
  if (NUMERAL.test(word)) return 'numeral'
  const whole = WORDS.get(word)
  if (whole) return whole
  if (DEPENDENT.test(word)) return 'dependent'
  const named = particleOf(word)
  if (named) return named
  if (word.endsWith('는') && word.length > 1) return kindBeforeNeun(word)
  if (word.endsWith('지') || word.endsWith('지도')) {
    const stem = word.slice(0, word.lastIndexOf('지'))
    const final = finalOf(stem)
    if ((final === NIEUN || final === RIEUL) && isVerbStem(withoutFinal(stem))) return 'clause'
    if (word.endsWith('도') && (isVerbStem(stem) || CLOSED_STEM.has(final))) return 'linking'
  }
  if (/[은을]$/.test(word) && word.length > 1) {
    const stem = word.slice(0, -1)
    if (finalOf(stem) === PAST || isClosedStem(stem)) return 'modifier'
  }
  if (word.endsWith('를') && isVerbStem(withoutFinal(word), true)) return 'modifier'
  if (word.length > 2 && word.endsWith('아') && !hasBrightVowel(word.slice(0, -1))) return 'noun'
  for (let length = Math.min(longestEnding, word.length); length > 0; length -= 1) {
    if (length === word.length && length === 1) break
    const kind = ENDINGS.get(word.slice(-length))
    if (kind) return kind
  }
  const final = finalOf(word)
  if ((final === NIEUN || final === RIEUL) && word.length > 1 && isVerbStem(withoutFinal(word))) return 'modifier'
  return isTwice(word) ? 'adverb' : 'noun'
}

/** ㅏ, ㅑ and ㅗ among the vowels of Hangul syllables. Verbs take -아 only after these: `신시아` is a name. */
const BRIGHT_VOWELS = new Set([0, 2, 8])

function hasBrightVowel(stem: string): boolean {
  return BRIGHT_VOWELS.has(Math.floor(((stem.charCodeAt(stem.length - 1) - 0xac00) % 588) / 28))
}

/** The kind of a listed noun with a particle: `바다가` is a subject, although other words in -다가 are clauses. */
function particleOf(word: string): Kind | undefined {
  for (let length = Math.min(3, word.length - 2); length > 0; length -= 1) {
    const kind = PARTICLES.get(word.slice(-length))
    if (kind && WORDS.get(word.slice(0, -length)) === 'noun') return kind
  }
  return undefined
}

/** The kind of an eojeol in -는: a verb before its noun, a topic, or a negated or quoted clause. */
function kindBeforeNeun(word: string): Kind {
  const stem = word.slice(0, -1)
  const quoted = ENDINGS.get(word.slice(-2))
  if (quoted === 'quotation' && word.length > 2 && WORDS.get(stem) !== 'noun') return 'quotation'
  const long = ENDINGS.get(word.slice(-3))
  if (long === 'place' || long === 'clause' || long === 'quotation') return long
  if (finalOf(stem) > 0 || isVerbStem(stem) || (stem.endsWith('거리') && stem.length > 3)) return 'modifier'
  if (stem.endsWith('지') && WORDS.get(stem) !== 'noun' && word.length > 2) {
    const before = stem.slice(0, -1)
    if (isVerbStem(before) || CLOSED_STEM.has(finalOf(before))) return 'linking'
  }
  return 'topic'
}

/** The word without its last consonant: `주문하` for `주문한`. */
function withoutFinal(word: string): string {
  const code = word.charCodeAt(word.length - 1)
  return word.slice(0, -1) + String.fromCharCode(code - finalOf(word))
}

/** True for a reduplicated word: `조심조심`. */
function isTwice(word: string): boolean {
  const half = word.length / 2
  return word.length >= 4 && Number.isInteger(half) && word.slice(0, half) === word.slice(half)
}

const NIEUN = 4
const RIEUL = 8
/** Index of the final consonant of a past stem (ㅆ): `봤을`. */
const PAST = 20
/** Final consonants (ㄶ ㄷ ㅂ ㅄ ㅅ ㅆ ㅋ ㅌ) that identify a verb before -지도 and -지는: `없지는`, `무섭지도`. */
const CLOSED_STEM = new Set([6, 7, 17, 18, 19, 20, 24, 25])
/** Particles that determine the kind of a noun. */
const PARTICLES = new Map<string, Kind>([
  ['이', 'subject'],
  ['가', 'subject'],
  ['도', 'subject'],
  ['만', 'subject'],
  ['은', 'topic'],
  ['는', 'topic'],
  ['을', 'object'],
  ['를', 'object'],
  ['의', 'genitive'],
  ['와', 'companion'],
  ['과', 'companion'],
  ['랑', 'companion'],
  ['하고', 'companion'],
  ['에', 'place'],
  ['에서', 'place'],
  ['에는', 'topic'],
  ['로', 'place'],
  ['으로', 'place'],
  ['보다', 'place'],
  ['까지', 'place'],
  ['부터', 'place'],
  ['마다', 'place'],
  ['처럼', 'place'],
])

/** Index of the last syllable's final consonant, 0 to 27; 0 if it has none or is not a syllable. */
export function finalOf(word: string): number {
  const code = word.charCodeAt(word.length - 1)
  return code >= 0xac00 && code <= 0xd7a3 ? (code - 0xac00) % 28 : 0
}

/** An eojeol as the features use it. */
export interface Seen {
  /** The eojeol without quotes and punctuation. */
  bare: string
  form: Kind
  /** `form` as a number. */
  kind: number
  length: number
  /** Punctuation at its end: 0 none, 1 comma, 2 end of sentence, 3 closing quote. */
  mark: number
  /** Whether a quotation begins with it. */
  opens: boolean
}
