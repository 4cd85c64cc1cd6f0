using RedisPerf.Core.Reporting.Charts;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>The style sheet of the HTML report: light, dark and print. It has no characters that XML escapes, because a style
/// element is not unescaped.</summary>
internal static class HtmlStyle
{
    public static string Css { get; } = $$"""

        :root { color-scheme: light; --ink: #1b1f24; --quiet: #59636e; --line: #d1d9e0; --paper: #ffffff; --bar: #56b4e9; --mark: #0072b2;
          --best: #e8f5f0; --warn: #8a5a00; --good: #00734f; --bad: #b3261e;
          {{StrategyLook.LightVariables}} }
        @media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; --ink: #e6edf3; --quiet: #9198a1; --line: #3d444d;
          --paper: #0d1117; --bar: #0072b2; --mark: #56b4e9; --best: #12291f; --warn: #e0ac4f; --good: #4cc79c; --bad: #ff8a80;
          {{StrategyLook.DarkVariables}} } }
        :root { --strong-text: var(--ink); --quiet-text: var(--quiet); --panel: var(--paper); --ground: var(--paper);
          --grid: var(--line); }
        body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 1.5rem auto; padding: 0 1rem;
          max-width: 90rem; overflow-wrap: anywhere; }
        a { color: var(--mark); } .site { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; }
        .filters { display: flex; flex-wrap: wrap; gap: .5rem 1rem; } .filters[hidden], tr[hidden] { display: none; }
        .filters select, .filters input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet);
          border-radius: 4px; padding: .15rem .3rem; max-width: 14rem; } tr:target td { background: var(--best); }
        .strips { list-style: none; padding: 0; } .strips li { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem 1rem; }
        .strips li span:first-child { min-width: 12rem; } .strip-chart .range { fill: var(--line); opacity: .6; }
        .strip-chart .runs { fill: none; stroke: var(--mark); stroke-width: 3.2; stroke-linecap: round; }
        .strip-chart .step { stroke: var(--bad); } .strip-chart .step.faster { stroke: var(--good); } .strip-chart .slow { fill: var(--bad); }
        .strip-chart .missed { fill: none; stroke: var(--quiet); }
        h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
        .verdict { border: 1px solid var(--line); border-left: 4px solid var(--mark); border-radius: 6px; padding: .6rem 1rem; margin: 1rem 0; }
        .verdict p { margin: .15rem 0; } .verdict .answer { font-size: 1.3rem; font-weight: 600; line-height: 1.25; }
        .quiet { color: var(--quiet); font-size: .87rem; }
        .table { overflow-x: auto; margin-bottom: 1rem; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
        th, td { padding: .25rem .75rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; vertical-align: top; }
        th { font-weight: 600; color: var(--quiet); white-space: normal; vertical-align: bottom; } .answer code { font-weight: inherit; }
        th:first-child, td:first-child:not([colspan]) { position: sticky; left: 0; background: var(--paper); }
        .fastest td:first-child { background: var(--best); }
        .reason td { color: var(--quiet); white-space: normal; padding-left: 1.5rem; }
        .reason span { position: sticky; left: 1.5rem; display: inline-block; max-width: min(60rem, calc(100vw - 4rem)); }
        .number { text-align: right; }
        .fastest { background: var(--best); font-weight: 600; }
        .best { background: var(--best); font-weight: 600; } .best::before { content: "\25B2\00A0"; font-size: .7em; }
        .conditions { display: flex; flex-wrap: wrap; align-items: baseline; gap: .3rem 1rem; margin: .8rem 0; }
        .conditions details { flex: 1 1 30rem; margin: 0; }
        .floor-row, .warmup { color: var(--quiet); } .disturbed { color: var(--warn); } .left-out { color: var(--quiet); }
        .left-out .number { text-decoration: line-through; }
        code { font: .93em ui-monospace, Menlo, Consolas, monospace; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dt { color: var(--quiet); }
        dd { margin: 0; overflow-wrap: anywhere; }
        figure { margin: 1.5rem 0 0; } figcaption { color: var(--quiet); font-size: .87rem; }
        svg:not(.answer-chart) { max-width: 100%; height: auto; }
        details { margin-top: .8rem; } summary { cursor: pointer; font-weight: 600; }
        svg text { font: 13px system-ui, sans-serif; fill: var(--ink); }
        .answer-card { display: grid; grid-template-columns: minmax(14rem, 2fr) minmax(18rem, 3fr); gap: .4rem 2rem; align-items: center; }
        .answer-card .answer:only-child, .answer-card div:only-child { grid-column: 1 / -1; } .answer-card figure { margin: 0; min-width: 0; }
        .answer-card + .answer-card { margin-top: .8rem; padding-top: .8rem; border-top: 1px solid var(--line); }
        .answer-chart { display: block; overflow: visible; } .answer-chart .zone { fill: var(--line); opacity: .6; }
        .answer-chart text { font-size: 13px; paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
        .answer-chart .one { stroke: var(--quiet); } .answer-chart .range { stroke: currentColor; stroke-width: 2; }
        .answer-chart path { stroke: currentColor; stroke-width: 1.5; } .answer-chart .hollow path { fill: var(--paper); }
        .answer-chart .open .range, .answer-chart .open path { opacity: .4; }
        .interval { stroke: var(--ink); stroke-width: 1.5; } .axis { stroke: var(--line); } svg .quiet { fill: var(--quiet); }
        polyline { fill: none; stroke-width: 1.5; stroke: currentColor; } svg path { fill: currentColor; }
        .dots .range { fill: var(--bar); opacity: .25; } .dots .base-line { stroke: var(--line); } .dots text { font-size: 12px; }
        .dots circle { fill: var(--ink); } .dots .interval { stroke: currentColor; } .dots .faster { color: var(--good); }
        .dots .slower { color: var(--bad); } .dots .same, .dots .unclear { color: var(--quiet); } .dots .same circle { fill: var(--quiet); }
        .dots .unclear circle { fill: var(--paper); stroke: var(--quiet); } .dots .machine text { fill: var(--quiet); }
        .floor polyline { stroke-dasharray: 6 3; } svg text.panel { font-weight: 600; } svg rect.bar { fill: currentColor; opacity: .75; }
        .plot path { stroke: currentColor; } svg .hollow path { fill: var(--paper); stroke: currentColor; }
        svg .hollow rect.bar { fill: none; stroke: currentColor; } .marked { stroke: currentColor; stroke-dasharray: 2 3; }
        .reference { color: var(--quiet); }
        svg line.level { stroke: currentColor; stroke-width: 1.5; stroke-dasharray: 5 4; }
        {{ChartStyle.Css}}
        @media (max-width: 40rem) { h1 { font-size: 1.2rem; } th, td { padding-right: .5rem; } table { font-size: 13px; }
        td:nth-child(n+2):not(.number) { white-space: normal; min-width: 6rem; } figure { overflow-x: auto; }
        svg:not(.answer-chart, .strip-chart) { min-width: 36rem; }
        .answer-card { grid-template-columns: minmax(0, 1fr); } .answer-card figure { overflow: visible; }
        dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .3rem; } }
        @media print { :root { font-size: 12px; } svg:not(.answer-chart) { min-width: 0; }
          @page { margin: 12mm; } body { margin: 0; padding: 0; max-width: none; font-size: 11px; } .table { overflow: visible; }
          table { font-size: 9px; } th, td { padding-right: .5rem; } th { white-space: normal; } tr, figure, .answer-card { break-inside: avoid; }
          h2, h3 { break-after: avoid; } }

        """;
}
