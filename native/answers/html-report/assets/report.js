"use strict";
// Everything that pages say is in them without this script; it adds keys, and who ran a line.
(function () {
  var data = window.faultlineData;

  function element(name, text, parent) {
    var made = document.createElement(name);
    if (text !== null) made.textContent = text;
    parent.appendChild(made);
    return made;
  }

  // Suspects, from one to the next.
  function suspects() {
    return Array.prototype.slice.call(document.querySelectorAll("[data-suspect]")).filter(function (one) {
      return one.getClientRects().length > 0;
    });
  }

  // Above what lies on the lower half of a small window.
  function show(one) {
    var isSmall = window.matchMedia("(max-width: 60rem)").matches;
    (one.closest("li[id]") || one).scrollIntoView({ block: isSmall ? "start" : "center" });
  }

  function step(by) {
    var all = suspects();
    if (all.length === 0) return;
    var here = all.indexOf(document.activeElement);
    var next = here < 0 ? (by > 0 ? 0 : all.length - 1) : (here + by + all.length) % all.length;
    show(all[next]);
    all[next].focus({ preventScroll: true });
    var line = all[next].closest("li[id]");
    if (line) choose(line, true);
  }

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    if (event.key === "n") step(1);
    else if (event.key === "p") step(-1);
    else if (event.key === "/" && openSearch) openSearch();
    else if (event.key === "Escape") choose(null, true);
    else return;
    event.preventDefault();
  });

  // Search: names come from a file of their own, which is loaded when the field is first used.
  var search = document.getElementById("search");
  var MOST_FOUND = 20;

  function searching() {
    var field = search.querySelector("input");
    var panel = search.querySelector(".found");
    var status = panel.querySelector("p");
    var list = panel.querySelector("ul");
    var loading = false;

    function load() {
      if (loading) return;
      loading = true;
      var script = element("script", null, document.head);
      script.src = search.dataset.index;
      script.addEventListener("load", find);
    }

    // How early a name holds all words; -1 if it does not.
    function place(name, words) {
      var lower = name.toLowerCase();
      var first = -1;
      for (var at = 0; at < words.length; at++) {
        var here = lower.indexOf(words[at]);
        if (here < 0) return -1;
        if (at === 0) first = here;
      }
      return first;
    }

    function matches(entries, kind, words) {
      var found = [];
      entries.forEach(function (entry) {
        var at = place(entry[0], words);
        if (at >= 0) found.push({ name: entry[0], url: entry[1], kind: kind, at: at });
      });
      return found;
    }

    function find() {
      var words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      var index = window.faultlineSearch;
      list.textContent = "";
      panel.hidden = words.length === 0;
      if (words.length === 0) return;
      if (!index) {
        status.textContent = "Loading the names …";
        return;
      }
      var found = matches(index.tests, "test", words).concat(matches(index.methods, "method", words));
      found.sort(function (a, b) {
        return (a.url === "") - (b.url === "") || a.at - b.at || a.name.length - b.name.length;
      });
      found.slice(0, MOST_FOUND).forEach(function (one) {
        var item = element("li", null, list);
        var name = element(one.url ? "a" : "span", null, item);
        if (one.url) name.href = search.dataset.root + one.url;
        named(name, one.name);
        element("span", one.url ? one.kind : one.kind + " without a page", item).className = "quiet";
      });
      var left = index.left_out[0] + index.left_out[1];
      status.textContent = (found.length === 0 ? "Nothing found" : found.length + " found") +
        (found.length > MOST_FOUND ? ", the first " + MOST_FOUND + " shown" : "") +
        (left > 0 ? "; " + left + " more names are too many to search" : "");
    }

    function close() {
      panel.hidden = true;
    }

    // Arrows go from the field through what was found.
    function move(by) {
      var stops = [field].concat(Array.prototype.slice.call(list.querySelectorAll("a")));
      var next = stops.indexOf(document.activeElement) + by;
      if (next >= 0 && next < stops.length) stops[next].focus();
    }

    search.addEventListener("keydown", function (event) {
      if (event.key === "ArrowDown" && !panel.hidden) move(1);
      else if (event.key === "ArrowUp" && !panel.hidden) move(-1);
      else if (event.key === "Enter" && event.target === field) {
        var first = list.querySelector("a");
        if (first) first.click();
      } else if (event.key === "Escape") {
        field.value = "";
        find();
        field.focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    search.addEventListener("focusout", function (event) {
      if (!search.contains(event.relatedTarget)) close();
    });
    field.addEventListener("focus", function () {
      load();
      find();
    });
    field.addEventListener("input", find);
    search.hidden = false;
    return function () {
      field.focus();
      field.select();
    };
  }

  var openSearch = search ? searching() : null;

  // Who ran a line.
  var facts = document.getElementById("facts");
  var chosen = null;

  // A long name that may be broken between its words.
  function named(parent, name) {
    name.replace(/([a-z])(?=[A-Z])|(?=[#(_\[])/g, "$1\n").split("\n").forEach(function (part, at) {
      if (at > 0) parent.appendChild(document.createElement("wbr"));
      parent.appendChild(document.createTextNode(part));
    });
  }

  function list(parent, title, tests, more) {
    if (tests.length === 0) return;
    element("h3", title, parent);
    var names = element("ul", null, parent);
    tests.forEach(function (test) { named(element("li", null, names), data.tests[test]); });
    if (more > 0) element("li", "and " + more + " more", names).className = "quiet";
  }

  function counts(parent, set) {
    var table = element("table", null, parent);
    var head = element("tr", null, element("thead", null, table));
    var several = data.groups.length > 1;
    (several ? ["group", "ef", "ep", "nf", "np"] : ["ef", "ep", "nf", "np"]).forEach(function (name) {
      element("th", name, head).scope = "col";
    });
    var body = element("tbody", null, table);
    set.counts.forEach(function (row) {
      var line = element("tr", null, body);
      (several ? [row[0] + 1].concat(row.slice(1)) : row.slice(1)).forEach(function (count) { element("td", count, line); });
    });
    element("p", "e: executed it, n: did not; f: failing tests, p: passing ones", parent).className = "quiet";
  }

  function choose(line, isMoved) {
    if (chosen) chosen.classList.remove("chosen");
    chosen = line;
    if (!facts) return;
    facts.textContent = "";
    facts.classList.toggle("open", !!line);
    if (!line || !data) return;
    line.classList.add("chosen");
    var number = line.id.slice(1);
    element("h2", "Line " + number, facts);
    var close = element("button", "Close", facts);
    close.type = "button";
    close.addEventListener("click", function () { choose(null, true); });
    if (facts.dataset.editor) {
      var opens = element("a", facts.dataset.editorLabel, element("p", null, facts));
      opens.href = facts.dataset.editor.replace("{line}", number);
    }
    var at = data.lines[number];
    if (at === undefined) {
      element("p", "No code of this line was recorded.", facts);
      return;
    }
    var set = data.sets[at];
    if (set.failing.length + set.passing.length === 0) element("p", "No test ran it.", facts);
    else if (set.counts.length > 0) counts(facts, set);
    list(facts, "Failing tests that ran it", set.failing, set.more_failing);
    list(facts, "Passing tests that ran it", set.passing, set.more_passing);
    var same = Object.keys(data.lines).filter(function (other) { return data.lines[other] === at && other !== number; });
    if (same.length > 0) {
      element("h3", "Run by exactly the same tests", facts);
      element("p", "lines " + same.slice(0, 40).join(", ") + (same.length > 40 ? " and more" : ""), facts);
    }
    if (isMoved && window.history.replaceState) {
      try { window.history.replaceState(null, "", "#" + line.id); } catch (refused) { /* of files some browsers refuse */ }
    }
  }

  function ofAddress() {
    var line = /^#L\d+$/.test(window.location.hash) && document.getElementById(window.location.hash.slice(1));
    if (line && line.tagName === "LI") {
      choose(line, false);
      show(line);
    }
  }

  window.addEventListener("hashchange", ofAddress);
  ofAddress();
})();
