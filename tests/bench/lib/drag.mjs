// A slider under measurement: event to complete picture, the main thread's share of it, and the tasks over 50 ms.
import { stats } from './stats.mjs';

// Events of one batch: what asking the browser for its counters costs, and evaluating a script, is shared by so many.
const BATCH = 10;

/**
 * The slider of `key`, one event at a time, each until its picture is complete. Every run is a batch of events; its
 * figures are those of one event.
 */
export async function drag(page, client, runs, key) {
  await page.evaluate(() => {
    window.__long = [];
    new PerformanceObserver((list) => window.__long.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
  });
  const [wall, main, script] = [[], [], []];
  for (let run = -1; run < runs; run++) {
    if (run === 0) await page.evaluate(() => { window.__long.length = 0; });
    const before = await spent(client);
    const times = await page.evaluate(async ([key, first, many]) => {
      const slider = document.getElementById(`r-${key}`);
      const times = [];
      for (let at = first; at < first + many; at++) {
        slider.value = 300 + (at * 37) % 500;
        const start = performance.now();
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await window.locus.drawn();
        times.push(performance.now() - start);
      }
      return times;
    }, [key, (run + 1) * BATCH, BATCH]);
    const after = await spent(client);
    if (run < 0) continue;
    wall.push(...times);
    main.push((after.TaskDuration - before.TaskDuration) / BATCH);
    script.push((after.ScriptDuration - before.ScriptDuration) / BATCH);
  }
  const long = await page.evaluate(() => window.__long);
  return {
    event_to_picture_ms: stats(wall), main_thread_ms: stats(main), script_ms: stats(script), tasks_over_50_ms: long,
  };
}

// Milliseconds that the page's main thread has spent, by kind of work.
async function spent(client) {
  const { metrics } = await client.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, 1000 * value]));
}
