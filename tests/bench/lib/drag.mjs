// A slider under measurement: event to complete picture, the main thread's share of it, and the tasks over 50 ms.
import { stats } from './stats.mjs';

// One run is a second of dragging, at most so many events: what asking the browser for its counters costs, and what the
// page does when the reader rests, is shared by them.
const [SECOND, MOST] = [1000, 60];

/**
 * The slider of `key`, one event at a time, each until its picture is complete. Every run is a second of
 * them; its figures are those of one event.
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
    const times = await page.evaluate(async ([key, first, most, second]) => {
      const slider = document.getElementById(`r-${key}`);
      const [times, begun] = [[], performance.now()];
      for (let at = first; at < first + most && performance.now() - begun < second; at++) {
        slider.value = 300 + (at * 37) % 500;
        const start = performance.now();
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await window.locus.drawn();
        times.push(performance.now() - start);
      }
      return times;
    }, [key, (run + 1) * MOST, MOST, SECOND]);
    const after = await spent(client);
    if (run < 0) continue;
    wall.push(...times);
    main.push((after.TaskDuration - before.TaskDuration) / times.length);
    script.push((after.ScriptDuration - before.ScriptDuration) / times.length);
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
