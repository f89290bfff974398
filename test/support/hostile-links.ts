import fc from 'fast-check'

export const ID = 'dQw4w9WgXc_'

/** Hosts that are not YouTube's: look-alikes, addresses of this network, IDN, and the metadata service of a cloud. */
const HOSTS = [
  ...[
    'evil.example',
    'youtube.com.evil.example',
    'notyoutube.com',
    'youtu.be.evil.example',
    'youtube.co',
    'xn--youtue-tg7b.com',
  ],
  ...['169.254.169.254', '[fd00:ec2::254]', '2852039166', '0xa9fea9fe', 'localhost', '127.0.0.1', '[::1]', '0.0.0.0'],
  ...[
    'ｙｏｕｔｕｂｅ.com',
    'youtube。com',
    'yоutube.com',
    'youtubе.com',
    'youtu.bе',
    'YOUTUBE.COM.',
    'www.youtube.com.',
  ],
]
const YOUTUBES = ['www.youtube.com', 'youtube.com', 'm.youtube.com', 'youtu.be', 'www.youtube-nocookie.com']
const SCHEMES = [
  'https://',
  'http://',
  '',
  '//',
  'HTTPS://',
  'ftp://',
  'file://',
  'javascript:',
  'data:',
  'gopher://',
  'https:\\\\',
]
const USERINFO = [
  '',
  '',
  'user@',
  'user:pass@',
  'youtube.com@',
  'www.youtube.com%40',
  'youtu.be:443@',
  'www.youtube.com\\@',
]
const PORTS = ['', '', ':80', ':443', ':8080', ':0', ':@']
const PATHS = [
  ...[
    `/watch?v=${ID}`,
    `/${ID}`,
    `/embed/${ID}`,
    `/redirect?q=http://169.254.169.254/&v=${ID}`,
    `/watch?u=//evil&v=${ID}`,
  ],
  ...[
    `/shorts/${ID}?next=https://evil.example`,
    `/attribution_link?u=%2Fwatch&v=${ID}`,
    `/v/..%2f..%2f${ID}`,
    `#@youtu.be/${ID}`,
  ],
  ...[
    `?continue=https://youtu.be/${ID}`,
    `/watch?v=${ID}%0d%0aHost:evil`,
    `/watch?v=--exec=id`,
    `/watch?v=${ID}/../../x`,
  ],
]

/** Links assembled from attackers' tricks and valid parts, and arbitrary text. */
export const hostileLink: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...SCHEMES),
      fc.constantFrom(...USERINFO),
      fc.oneof(fc.constantFrom(...HOSTS), fc.constantFrom(...YOUTUBES), fc.domain(), fc.ipV4(), fc.ipV6()),
      fc.constantFrom(...PORTS),
      fc.oneof(fc.constantFrom(...PATHS), fc.webPath()),
    )
    .map(parts => parts.join('')),
  fc
    .tuple(fc.constantFrom('https://', 'http://', ''), fc.constantFrom(...YOUTUBES), fc.constantFrom(...PATHS))
    .map(parts => parts.join('')),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

/** Texts sent instead of an id. */
export const hostileId: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '../../../x',
    '--exec=id__',
    '-----------',
    'a&v=evil.ex',
    '169.254.169',
    `${ID}\n`,
    `${ID} `,
    '％２e',
    `${ID}?`,
  ),
  fc.string({ unit: 'binary', minLength: 11, maxLength: 11 }),
  fc.string({ maxLength: 40 }),
  fc.stringMatching(/^[A-Za-z0-9_-]{11}$/),
)

/** The only form of address that may be stored, shown or fetched. */
export const ONLY_ADDRESS = /^https:\/\/www\.youtube\.com\/watch\?v=[A-Za-z0-9_-]{11}$/
