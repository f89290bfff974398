/** A way to make an MP4 out of the source. */
export interface Recipe {
  name: string
  /** The program that the recipe is about; without it, the recipe is left out. */
  program: string
  /**
   * Command lines, in order, whose words are separated by spaces. `{in}` is the source, `{wav}` a file in between,
   * `{out}` the MP4, and `{ffmpeg}` the program.
   */
  steps: string[]
}

const AAC_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
const HIGH_RATES = [64_000, 88_200, 96_000]
const LAYOUTS = Object.entries({ mono: 1, stereo: 2 })
const PICTURES = '-f lavfi -i testsrc=s=64x48:r=25 -shortest -map 1:v -map 0:a -c:v mpeg4 -g 50'

/** Every recipe: each encoder at each rate, and each way in which muxers lay out a file. */
export function recipes(ffmpegs: readonly string[]): Recipe[] {
  const [usual = 'ffmpeg', ...others] = ffmpegs
  return [
    ...ofFFmpeg(usual, { ...ffmpegAac(), ...layouts(), ...otherCodecs() }),
    ...others.flatMap((program, i) => ofFFmpeg(program, otherVersion(`ffmpeg-${i + 2}`))),
    ...[...fdk(), ...faac(), ...gstreamer(), ...converters()].map(recipe => ({
      ...recipe,
      steps: recipe.steps.map(step => step.replace('{ffmpeg}', usual)),
    })),
  ]
}

/** Arguments of FFmpeg by the name of the recipe. */
type Arguments = Record<string, string>

function ofFFmpeg(program: string, all: Arguments): Recipe[] {
  return Object.entries(all).map(([name, args]) => ({
    name,
    program,
    steps: [`${program} -v error -y -i {in} ${args} {out}`],
  }))
}

function ffmpegAac(): Arguments {
  const at = (rate: number, channels: number, name: string, args = '') => [
    `ffmpeg-aac-${rate}-${name}`,
    `-c:a aac -ar ${rate} -ac ${channels} ${args}`,
  ]
  return Object.fromEntries([
    ...[...AAC_RATES, ...HIGH_RATES].flatMap(rate =>
      LAYOUTS.flatMap(([layout, channels]) => [
        at(rate, channels, layout),
        ...['32k', '320k'].map(bits => at(rate, channels, `${layout}-${bits}`, `-b:a ${bits}`)),
      ]),
    ),
    ...[16_000, 44_100].flatMap(rate => ['0.2', '1', '2'].map(q => at(rate, 2, `vbr${q}`, `-q:a ${q}`))),
    ...['fast', 'anmr'].map(coder => at(48_000, 2, coder, `-aac_coder ${coder} -strict -2`)),
    at(48_000, 2, 'noise', '-aac_pns 1 -b:a 48k'),
    at(48_000, 2, 'intensity', '-aac_is 1 -aac_ms 1 -b:a 64k'),
    ...[3, 4, 5, 6, 8].map(channels => at(48_000, channels, `${channels}-channels`)),
    at(44_100, 2, 'main', '-profile:a aac_main -strict -2'),
    at(44_100, 2, 'ltp', '-profile:a aac_ltp -strict -2'),
    at(44_100, 2, 'mpeg2', '-profile:a mpeg2_aac_low'),
  ])
}

function layouts(): Arguments {
  const all = {
    plain: '',
    'header-first': '-movflags +faststart',
    'moov-and-fragments': '-movflags frag_keyframe',
    'empty-moov': '-movflags frag_keyframe+empty_moov',
    'default-base': '-movflags frag_keyframe+empty_moov+default_base_moof',
    'delay-moov': '-movflags frag_keyframe+delay_moov',
    cmaf: '-movflags cmaf -frag_duration 2000000',
    dash: '-movflags dash+frag_keyframe -frag_duration 1000000',
    'fragment-each-frame': '-movflags frag_every_frame+empty_moov',
    'no-trailer': '-movflags frag_keyframe+empty_moov+skip_trailer',
    'fragment-each-track': '-movflags frag_keyframe+separate_moof',
    'no-base-offset': '-movflags frag_keyframe+omit_tfhd_offset',
    'fragments-by-size': '-frag_size 20000',
    'negative-offsets': '-movflags negative_cts_offsets -bf 2',
    'b-frames': '-bf 2',
    'no-edit-list': '-use_editlist 0',
    timescales: '-video_track_timescale 90000 -movie_timescale 90000',
    timecode: '-write_tmcd 1 -timecode 00:00:10:00',
    interleaved: '-frag_interleave 4 -movflags frag_keyframe',
    'brand-3gp5': '-brand 3gp5',
    'brand-m4v': '-brand M4V',
    'brand-dash': '-brand dash',
  }
  const formats = ['ipod', 'ismv', '3gp', 'f4v'].map(format => [`format-${format}`, `-c:a aac -ar 44100 -f ${format}`])
  return {
    ...Object.fromEntries(
      Object.entries(all).map(([name, args]) => [`layout-${name}`, `${PICTURES} -c:a aac ${args}`]),
    ),
    ...Object.fromEntries(formats),
  }
}

function otherCodecs(): Arguments {
  const codecs = {
    mp2: 'mp2',
    ac3: 'ac3',
    'ac3-51': 'ac3 -ac 6',
    eac3: 'eac3',
    opus: 'libopus -b:a 64k',
    'opus-mono-16k': 'libopus -ac 1 -b:a 16k',
    'opus-60ms': 'libopus -frame_duration 60',
    'opus-2.5ms': 'libopus -frame_duration 2.5 -application lowdelay',
    flac: 'flac -strict -2',
    'flac-24': 'flac -sample_fmt s32 -strict -2',
    alac: 'alac',
    vorbis: 'libvorbis',
    dts: 'dca -strict -2',
    truehd: 'truehd -strict -2',
    'mp3-vbr0': 'libmp3lame -q:a 0',
    'mp3-vbr9': 'libmp3lame -q:a 9',
    'mp3-abr': 'libmp3lame -abr 1 -b:a 96k',
    'mp3-32k': 'libmp3lame -b:a 32k',
    'mp3-320k': 'libmp3lame -b:a 320k',
  }
  // FFmpeg's muxer refuses MP3 of lower rates.
  const mp3 = AAC_RATES.filter(rate => rate >= 16_000).flatMap(rate =>
    LAYOUTS.map(([layout, channels]) => [`mp3-${rate}-${layout}`, `-c:a libmp3lame -ar ${rate} -ac ${channels}`]),
  )
  return {
    ...Object.fromEntries(Object.entries(codecs).map(([name, codec]) => [`codec-${name}`, `-c:a ${codec}`])),
    ...Object.fromEntries(mp3),
  }
}

/** What differs between versions of FFmpeg: the encoder, and the muxer's fragments. */
function otherVersion(name: string): Arguments {
  const flags = ['frag_keyframe', 'frag_keyframe+empty_moov', 'hybrid_fragmented', 'faststart']
  return Object.fromEntries([
    ...AAC_RATES.map(rate => [`${name}-aac-${rate}`, `-c:a aac -ar ${rate} -ac 1 -b:a 128k`]),
    [`${name}-aac-stereo`, '-c:a aac -ar 44100 -ac 2'],
    ...flags.map(each => [`${name}-${each.replace('+', '-')}`, `${PICTURES} -c:a aac -movflags ${each}`]),
  ])
}

function toWav(rate: number, channels: number): string {
  return `{ffmpeg} -v error -y -i {in} -ar ${rate} -ac ${channels} -c:a pcm_s16le -f wav {wav}`
}

function fdk(): Recipe[] {
  const of = (name: string, rate: number, channels: number, args: string): Recipe => ({
    name: `fdk-${name}-${rate}`,
    program: 'fdkaac',
    steps: [toWav(rate, channels), `fdkaac -S ${args} -o {out} {wav}`],
  })
  return [
    ...[...AAC_RATES, 96_000].flatMap(rate => [
      of('lc-mono', rate, 1, '-p 2 -b 32'),
      of('lc-stereo', rate, 2, '-p 2 -m 4'),
    ]),
    ...[1, 2, 3, 4, 5].map(mode => of(`lc-vbr${mode}`, 44_100, 2, `-p 2 -m ${mode}`)),
    of('lc-320', 48_000, 2, '-p 2 -b 320'),
    ...[16_000, 22_050, 24_000, 32_000, 44_100, 48_000].flatMap(rate => [
      of('he-mono', rate, 1, '-p 5 -b 24'),
      of('he-stereo', rate, 2, '-p 5 -b 48'),
      of('he-v2', rate, 2, '-p 29 -b 32'),
    ]),
    ...[0, 1, 2].map(signal => of(`he-signal${signal}`, 44_100, 2, `-p 5 -b 48 -s ${signal}`)),
    of('lc-header-first', 48_000, 2, '-p 2 -b 64 --moov-before-mdat'),
    of('ld', 48_000, 1, '-p 23 -b 64'),
    of('eld', 48_000, 1, '-p 39 -b 64'),
  ]
}

function faac(): Recipe[] {
  const of = (name: string, rate: number, channels: number, args = ''): Recipe => ({
    name: `faac-${name}-${rate}`,
    program: 'faac',
    steps: [toWav(rate, channels), `faac -w ${args} -o {out} {wav}`],
  })
  return [
    ...[...AAC_RATES, ...HIGH_RATES].flatMap(rate => [
      of('mono', rate, 1),
      of('stereo', rate, 2),
      of('mono-q500', rate, 1, '-q 500'),
    ]),
    ...[32, 64, 152].map(bits => of(`abr${bits}`, 44_100, 2, `-b ${bits}`)),
    of('mpeg2', 44_100, 2, '--mpeg-vers 2'),
    of('no-tns', 44_100, 2, '--no-tns'),
    of('tns', 44_100, 2, '--tns'),
    of('long-blocks', 44_100, 2, '--shortctl 1'),
  ]
}

function gstreamer(): Recipe[] {
  const of = (name: string, rate: number, channels: number, encoder: string, muxer = 'mp4mux'): Recipe => ({
    name: `gst-${name}-${rate}`,
    program: 'gst-launch-1.0',
    steps: [
      'gst-launch-1.0 -q filesrc location={in} ! decodebin ! audioconvert ! audioresample ! ' +
        `audio/x-raw,rate=${rate},channels=${channels} ! ${encoder} ! ${muxer} ! filesink location={out}`,
    ],
  })
  const muxers = {
    plain: 'mp4mux',
    'header-first': 'mp4mux faststart=true',
    fragments: 'mp4mux fragment-duration=1000',
    streamable: 'mp4mux fragment-duration=500 streamable=true',
    'first-moov': 'mp4mux fragment-duration=1000 fragment-mode=first-moov-then-finalise',
    interleaved: 'mp4mux interleave-time=50000000',
    '3gpp': '3gppmux',
    robust: 'mp4mux reserved-max-duration=60000000000 reserved-moov-update-period=1000000000',
  }
  return [
    ...['avenc_aac', 'voaacenc', 'fdkaacenc'].flatMap(encoder =>
      AAC_RATES.map(rate => of(encoder, rate, 1, `${encoder} ! aacparse`)),
    ),
    ...Object.entries(muxers).map(([name, muxer]) => of(name, 48_000, 2, 'avenc_aac ! aacparse', muxer)),
    of('lame', 44_100, 2, 'lamemp3enc ! mpegaudioparse'),
    of('opus', 48_000, 2, 'opusenc'),
    of('ac3', 48_000, 2, 'avenc_ac3 ! ac3parse'),
    of('alac', 44_100, 2, 'avenc_alac'),
  ]
}

/** Programs that people convert recordings with. */
function converters(): Recipe[] {
  const filmed = (format: string) => `{ffmpeg} -v error -y -i {in} ${PICTURES} -c:a pcm_s16le -f ${format} {wav}`
  const handBrake = (name: string, args: string): Recipe => ({
    name: `handbrake-${name}`,
    program: 'HandBrakeCLI',
    steps: [filmed('matroska'), `HandBrakeCLI -i {wav} -o {out} -f av_mp4 -e mpeg4 ${args}`],
  })
  return [
    ...['av_aac', 'mp3', 'ac3', 'opus', 'flac16'].map(codec => handBrake(codec, `-E ${codec}`)),
    ...['16', '22.05', '32'].map(rate => handBrake(`mono-${rate}`, `-E av_aac -R ${rate} --mixdown mono`)),
    handBrake('header-first', '-E av_aac -O'),
    {
      name: 'mencoder-mp3',
      program: 'mencoder',
      steps: [
        filmed('avi'),
        'mencoder -really-quiet {wav} -ovc copy -oac mp3lame -of lavf -lavfopts format=mp4 -o {out}',
      ],
    },
    {
      name: 'vlc-mp4a',
      program: 'cvlc',
      steps: [
        'cvlc -I dummy {in} vlc://quit ' +
          '--sout=#transcode{acodec=mp4a,ab=96,channels=1,samplerate=32000}:std{access=file,mux=mp4,dst={out}}',
      ],
    },
    {
      name: 'melt-aac',
      program: 'melt',
      steps: ['melt -silent {in} -consumer avformat:{out} f=mp4 acodec=aac vn=1 ar=22050 channels=1'],
    },
  ]
}
