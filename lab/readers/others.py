"""Reads or rewrites a subtitle file with a reader of others: `others.py tool read file` or `others.py tool write file out`."""
import json
import sys


def pysubs2_tool(action, path, out):
    import pysubs2
    subs = pysubs2.load(path, encoding='utf-8')
    if action == 'write':
        subs.save(out)
    return [[e.start, e.end, e.plaintext] for e in subs if not e.is_comment]


def webvtt_tool(action, path, out):
    import webvtt
    captions = webvtt.from_srt(path) if path.endswith('.srt') else webvtt.read(path)
    if action == 'write':
        captions.save_as_srt(out) if out.endswith('.srt') else captions.save(out)
    return [[round(c.start_in_seconds * 1000) if hasattr(c, 'start_in_seconds') else 0, 0, c.text] for c in captions]


def pycaption_tool(action, path, out):
    import pycaption
    readers = {'srt': pycaption.SRTReader, 'vtt': pycaption.WebVTTReader, 'ttml': pycaption.DFXPReader, 'smi': pycaption.SAMIReader}
    writers = {'srt': pycaption.SRTWriter, 'vtt': pycaption.WebVTTWriter, 'ttml': pycaption.DFXPWriter, 'smi': pycaption.SAMIWriter}
    with open(path, encoding='utf-8') as file:
        captions = readers[path.rsplit('.', 1)[1]]().read(file.read())
    if action == 'write':
        with open(out, 'w', encoding='utf-8') as file:
            file.write(writers[out.rsplit('.', 1)[1]]().write(captions))
    language = captions.get_languages()[0]
    return [[round(c.start / 1000), round(c.end / 1000), c.get_text()] for c in captions.get_captions(language)]


def ttconv_tool(action, path, out):
    import xml.etree.ElementTree as et
    import ttconv.imsc.reader as imsc_reader, ttconv.srt.reader as srt_reader, ttconv.vtt.reader as vtt_reader
    import ttconv.srt.writer as srt_writer, ttconv.vtt.writer as vtt_writer, ttconv.imsc.writer as imsc_writer
    with open(path, encoding='utf-8') as file:
        model = imsc_reader.to_model(et.parse(file)) if path.endswith('.ttml') else (srt_reader if path.endswith('.srt') else vtt_reader).to_model(file)
    import pysubs2
    srt = srt_writer.from_model(model)
    if action == 'write':
        text = srt if out.endswith('.srt') else vtt_writer.from_model(model) if out.endswith('.vtt') else None
        if text is None:
            imsc_writer.from_model(model).write(out, encoding='utf-8', xml_declaration=True)
        else:
            with open(out, 'w', encoding='utf-8') as file:
                file.write(text)
    # The plain text of pysubs2 would leave out what is in braces.
    return [[e.start, e.end, e.text.replace('\\N', '\n')] for e in pysubs2.SSAFile.from_string(srt)]


TOOLS = {'pysubs2': pysubs2_tool, 'webvtt-py': webvtt_tool, 'pycaption': pycaption_tool, 'ttconv': ttconv_tool}
tool, action, path, *rest = sys.argv[1:]
print(json.dumps(TOOLS[tool](action, path, rest[0] if rest else None), ensure_ascii=False))
