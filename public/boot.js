// Runs before the first paint: the reader's language, and what this browser or this way of opening the page lacks.
(function () {
  // A module with one SIMD instruction: where it does not validate, ours would not compile either.
  var simd = new Uint8Array([0,97,115,109,1,0,0,0,1,5,1,96,0,1,123,3,2,1,0,10,10,1,8,0,65,0,253,15,253,98,11]);
  var zh = /^zh/i.test(navigator.language || "");
  var text = document.getElementById("boot-text");
  if (!text) return;
  function say(en, chinese) {
    text.lang = zh ? "zh" : "en";
    text.textContent = zh ? chinese : en;
  }
  say("Loading…", "正在加载……");
  if (typeof WebAssembly !== "object" || !WebAssembly.validate(simd)) {
    say("This browser lacks WebAssembly SIMD, which Locus needs. Any Chrome, Edge or Firefox since 2021 and Safari since 2023 has it.",
      "这个浏览器不支持 WebAssembly SIMD，Locus 无法运行。请升级到 2021 年之后的 Chrome、Edge、Firefox，或 2023 年之后的 Safari。");
  } else if (location.protocol === "file:" && !window.locusFiles) {
    say("Browsers load no modules from a folder on the disk. Serve this folder with any web server, or open the single file locus.html.",
      "浏览器不能从磁盘上的文件夹加载模块。请用任意一个网页服务器打开这个文件夹，或者改用单文件版 locus.html。");
  }
})();
